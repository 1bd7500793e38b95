"""Answers to the solver's questions that owe nothing to the solver.

* :mod:`oracles.brute_force` tries everything: slow, short and plain.
* :mod:`oracles.integer_program` asks a mixed-integer solver, which also copes with whole packs.
* :mod:`oracles.positions` makes the heaps, tables and hands to ask about.
* :mod:`oracles.translation` leads from their text to the library's types and back.

Cards are text throughout (``8S``, ``*`` for a joker that may stand for anything, ``*=8S`` for one
that is declared), so that no mistake of the library's own types can hide another.
"""
