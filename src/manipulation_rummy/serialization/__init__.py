"""Values as JSON and back, with a schema for each; it needs the extra `json`.

`to_json` and `from_json` are for texts, `to_data` and `from_data` for those who have a transport of
their own, `schema` tells other programs what to expect.
"""

try:
    from manipulation_rummy.serialization.documents import (
        from_data,
        from_json,
        schema,
        to_data,
        to_json,
    )
except ModuleNotFoundError as missing:
    if (missing.name or "").partition(".")[0] != "cattrs":
        raise
    _HOW = "cattrs is missing; install it with pip install 'manipulation-rummy[json]'"
    raise ImportError(_HOW, name="cattrs") from None

__all__ = ["from_data", "from_json", "schema", "to_data", "to_json"]
