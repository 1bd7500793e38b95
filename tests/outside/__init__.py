"""The solver against programs of others, which share no code and no idea with it.

* `test_rummikub_solver` asks `rummikub-solver`, an integer program for Rummikub;
* `test_open_spiel` asks OpenSpiel's gin rummy, a search through all sets of melds.

Both play with aces low. They need the extra `oracle`; `nox -s oracle` runs them, and plain `pytest`
does not collect them. `ORACLE_SCALE` multiplies how many positions are asked about.
"""
