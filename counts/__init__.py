"""Exact numbers about the game: `python -m counts`, kept in `docs/data`."""
