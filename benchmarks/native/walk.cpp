// The walk over the ranks in plain C++: what the idea of the solver costs in a compiled language.
//
// A reference for the benchmarks, written apart from the package: no automaton, nothing kept from
// one position to the next, no jokers. At each rank every way to put cards into groups is tried;
// what is left goes into runs, which a state describes by three numbers a suit: runs one card long,
// runs shorter than three, and all runs that reach the rank. Of the states those are dropped that
// another one can stand in for. Aces above the king are chosen before the walk, and make a column
// of their own.
//
//     c++ -O2 -std=c++17 -o walk walk.cpp
//
// Each line of standard input is a position: `check` or `play`, `low` or `both`, how often each of
// the 52 cards lies on the table (ranks from the ace up, within them the suits), and how often it
// is in the hand. Each line of standard output is an answer and the nanoseconds it took: for `check`
// whether the table splits (1 or 0), for `play` the most points of hand cards that split together
// with the whole table (-1 if none do, not even no card at all). The time is the fastest of three.

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <iostream>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace {

constexpr int kSuits = 4;
constexpr int kRanks = 13;
constexpr int kMost = 4;  // copies of a card
constexpr int kPasses = 3;

using Column = std::array<int, kSuits>;
using Columns = std::array<Column, kRanks>;
using State = std::uint64_t;

// A state has twelve fields of four bits, a guard bit above each: for each suit the runs of one
// card, the runs shorter than three, and 15 less all runs. So a smaller field is always the better one.
constexpr int kField = 5;
constexpr int kSuitBits = 3 * kField;

constexpr State repeated(State field) {
  State all = 0;
  for (int suit = 0; suit < kSuits; ++suit) all |= field << (suit * kSuitBits);
  return all;
}

constexpr State kStart = repeated(State{15} << (2 * kField));
constexpr State kShort = repeated(State{15} << kField);
constexpr State kGuards = repeated((State{16}) | (State{16} << kField) | (State{16} << 2 * kField));

bool standsIn(State better, State state) {
  return (((state | kGuards) - better) & kGuards) == kGuards;
}

struct Reached {
  State state;
  int value;
};

// The ways to put cards of a column into groups: how many of each suit go there.
class Groupings {
 public:
  Groupings() {
    Column counts;
    for (int number = 0; number < 625; ++number) {
      int rest = number;
      for (int& count : counts) {
        count = rest % 5;
        rest /= 5;
      }
      list_[number] = all(counts);
    }
  }

  const std::vector<Column>& of(const Column& counts) const {
    return list_[counts[0] + 5 * (counts[1] + 5 * (counts[2] + 5 * counts[3]))];
  }

 private:
  static std::vector<Column> all(const Column& counts) {
    std::vector<Column> found;
    Column taken;
    for (taken[0] = 0; taken[0] <= counts[0]; ++taken[0])
      for (taken[1] = 0; taken[1] <= counts[1]; ++taken[1])
        for (taken[2] = 0; taken[2] <= counts[2]; ++taken[2])
          for (taken[3] = 0; taken[3] <= counts[3]; ++taken[3]) {
            const int cards = taken[0] + taken[1] + taken[2] + taken[3];
            const int most = *std::max_element(taken.begin(), taken.end());
            const int fewest = std::max(most, (cards + 3) / 4);
            if (fewest <= cards / 3) found.push_back(taken);  // so many groups of three or four
          }
    return found;
  }

  std::array<std::vector<Column>, 625> list_;
};

const Groupings kGroupings;

class Walk {
 public:
  Walk() { begin(); }

  void begin() { reached_.assign(1, {kStart, 0}); }

  // Every card of the column, with a value, goes on from every state.
  void add(const Column& counts, int value, bool groups) {
    const std::vector<Column>& ways = kGroupings.of(counts);
    const std::size_t many = groups ? ways.size() : 1;  // the first way is no group at all
    for (const Reached& from : reached_) {
      for (std::size_t way = 0; way < many; ++way) {
        State after = 0;
        bool fits = true;
        for (int suit = 0; suit < kSuits && fits; ++suit) {
          const int fields = static_cast<int>(from.state >> (suit * kSuitBits));
          const int one = fields & 15;
          const int shorter = fields >> kField & 15;
          const int runs = 15 - (fields >> 2 * kField & 15);
          const int cards = counts[suit] - ways[way][suit];
          fits = cards >= shorter;
          const int begun = std::max(0, cards - runs);
          const int now = begun | (one + begun) << kField | (15 - cards) << 2 * kField;
          after |= static_cast<State>(now) << (suit * kSuitBits);
        }
        if (fits) next_.push_back({after, from.value + value});
      }
    }
  }

  // Goes to the next rank, without the states that another one of no less value can stand in for.
  void step() {
    std::sort(next_.begin(), next_.end(), [](const Reached& one, const Reached& two) {
      return one.state != two.state ? one.state < two.state : one.value > two.value;
    });
    reached_.clear();
    for (const Reached& found : next_) {
      const bool dropped = std::any_of(reached_.begin(), reached_.end(), [&](const Reached& other) {
        return other.value >= found.value && standsIn(other.state, found.state);
      });
      if (!dropped) reached_.push_back(found);
    }
    next_.clear();
  }

  bool stuck() const { return reached_.empty(); }

  // The greatest value of a state without a run that is too short, -1 if there is none.
  int best() const {
    int value = -1;
    for (const Reached& found : reached_)
      if (!(found.state & kShort)) value = std::max(value, found.value);
    return value;
  }

 private:
  std::vector<Reached> reached_;
  std::vector<Reached> next_;
};

int points(int rank) { return std::min(rank + 1, 10); }

// Adds a column with every choice of between `least` and `most` cards.
void addChoices(Walk& walk, const Column& least, const Column& most, int each, int value) {
  Column counts;
  for (counts[0] = least[0]; counts[0] <= most[0]; ++counts[0])
    for (counts[1] = least[1]; counts[1] <= most[1]; ++counts[1])
      for (counts[2] = least[2]; counts[2] <= most[2]; ++counts[2])
        for (counts[3] = least[3]; counts[3] <= most[3]; ++counts[3]) {
          int more = 0;
          for (int suit = 0; suit < kSuits; ++suit) more += counts[suit] - least[suit];
          walk.add(counts, value + more * each, true);
        }
}

// The most points with so many aces of each suit above the king, -1 if the table does not split.
int bestWith(Walk& walk, const Columns& table, const Columns& most, const Column& high) {
  Column leastLow, mostLow;
  int value = 0;
  for (int suit = 0; suit < kSuits; ++suit) {
    value += std::max(0, high[suit] - table[0][suit]) * points(0);
    leastLow[suit] = std::max(0, table[0][suit] - high[suit]);
    mostLow[suit] = most[0][suit] - high[suit];
  }
  walk.begin();
  addChoices(walk, leastLow, mostLow, points(0), value);
  walk.step();
  for (int rank = 1; rank < kRanks && !walk.stuck(); ++rank) {
    addChoices(walk, table[rank], most[rank], points(rank), 0);
    walk.step();
  }
  walk.add(high, 0, false);
  walk.step();
  return walk.best();
}

int answer(Walk& walk, bool play, bool both, const Columns& table, const Columns& hand) {
  Columns most = table;
  Column limit{};
  if (play)
    for (int rank = 0; rank < kRanks; ++rank)
      for (int suit = 0; suit < kSuits; ++suit) most[rank][suit] += hand[rank][suit];
  if (both)
    for (int suit = 0; suit < kSuits; ++suit)
      limit[suit] = std::min({most[0][suit], most[kRanks - 2][suit], most[kRanks - 1][suit]});
  int best = -1;
  Column high;
  for (high[0] = 0; high[0] <= limit[0]; ++high[0])
    for (high[1] = 0; high[1] <= limit[1]; ++high[1])
      for (high[2] = 0; high[2] <= limit[2]; ++high[2])
        for (high[3] = 0; high[3] <= limit[3]; ++high[3]) {
          best = std::max(best, bestWith(walk, table, most, high));
          if (!play && best >= 0) return 1;
        }
  return play ? best : 0;
}

bool read(std::istream& in, Columns& columns) {
  for (Column& column : columns)
    for (int& count : column)
      if (!(in >> count) || count < 0 || count > kMost) return false;
  return true;
}

struct Position {
  bool play;
  bool both;
  Columns table;
  Columns hand;
};

}  // namespace

int main() {
  std::vector<Position> positions;
  std::string question, aces;
  while (std::cin >> question >> aces) {
    Position position{question == "play", aces == "both", {}, {}};
    if (!read(std::cin, position.table) || !read(std::cin, position.hand)) {
      std::cerr << "no position: " << question << ' ' << aces << '\n';
      return 1;
    }
    for (int rank = 0; rank < kRanks; ++rank)
      for (int suit = 0; suit < kSuits; ++suit)
        if (position.table[rank][suit] + position.hand[rank][suit] > kMost) return 1;
    positions.push_back(position);
  }
  Walk walk;  // keeps its memory, but no result
  std::vector<int> found(positions.size());
  std::vector<std::int64_t> fastest(positions.size(), std::numeric_limits<std::int64_t>::max());
  for (int pass = 0; pass < kPasses; ++pass) {
    for (std::size_t at = 0; at < positions.size(); ++at) {
      const Position& position = positions[at];
      const auto start = std::chrono::steady_clock::now();
      found[at] = answer(walk, position.play, position.both, position.table, position.hand);
      const auto time = std::chrono::steady_clock::now() - start;
      const std::int64_t spent =
          std::chrono::duration_cast<std::chrono::nanoseconds>(time).count();
      fastest[at] = std::min(fastest[at], spent);
    }
  }
  for (std::size_t at = 0; at < positions.size(); ++at)
    std::cout << found[at] << ' ' << fastest[at] << '\n';
}
