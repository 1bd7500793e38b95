"""The schemas that are published with the documentation, in `docs/schemas`.

`python -m tests.published` writes them anew, after the types of the documents have changed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from manipulation_rummy.serialization import schema
from manipulation_rummy.serialization.formats import FORMATS

FOLDER = Path(__file__).parent.parent / "docs" / "schemas"


def schema_files() -> Iterator[tuple[Path, str]]:
    """Yield the path of each schema, and its text."""
    for each in FORMATS:
        text = json.dumps(schema(each.values), indent=2, ensure_ascii=False)
        yield FOLDER / f"{each.name}.json", text + "\n"


if __name__ == "__main__":
    for path, text in schema_files():
        path.write_text(text, encoding="utf-8", newline="\n")
