"""Configuration of the documentation; built with `nox -s docs`."""

import re
import shutil
from typing import TYPE_CHECKING

import attrs

import manipulation_rummy

if TYPE_CHECKING:
    from sphinx.application import Sphinx

project = "manipulation_rummy"
author = "the manipulation_rummy authors"
project_copyright = f"2026 {author}"
release = version = manipulation_rummy.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = f"{project} {release}"

myst_enable_extensions = ["attrs_inline"]
myst_heading_anchors = 2

# Docstrings are Google style. A name in single backticks links where it is one of the package's.
default_role = "py:obj"
napoleon_numpy_docstring = False
napoleon_use_ivar = True
autodoc_default_options = {"members": True, "undoc-members": True}
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
python_use_unqualified_type_names = True

# Names outside the package and type variables have no page here, and single backticks also set
# cards and code.
nitpick_ignore_regex = [
    ("py:obj", r".*"),
    ("py:class", r"manipulation_rummy(\.\w+)+\._\w+"),
    ("py:.*", r"(attrs?|collections|concurrent|enum|random|types|typing|typing_extensions)\..*"),
]


def keep_first_line(_app: object, what: str, *rest: object) -> None:
    """Keep napoleon from taking what stands before a colon for the type of an attribute.

    It looks for one in the first line only, so that line becomes an empty comment.
    """
    lines = rest[-1]
    if what in {"attribute", "property"} and isinstance(lines, list):
        lines[:0] = ["..", ""]


def show_defaults(
    _app: object, _what: str, _name: str, obj: object, _options: object, *signature: str | None
) -> tuple[str | None, str | None]:
    """Show the defaults of fields and of rules as one writes them."""
    arguments, returns = signature

    def default(match: re.Match[str]) -> str:
        field = attrs.fields_dict(obj)[match[1]]  # type: ignore[arg-type]  # only attrs writes so
        return repr(field.default)

    if arguments:
        arguments = re.sub(r"attr_dict\['(\w+)'\]\.default", default, arguments)
        arguments = arguments.replace("DEFAULT_RULES", "Rules()")
    return arguments, returns


def publish_schemas(app: "Sphinx", _error: object) -> None:
    """Put the JSON Schemas where their `$id` says that they are."""
    shutil.copytree(app.srcdir / "schemas", app.outdir / "schemas", dirs_exist_ok=True)


def setup(app: "Sphinx") -> None:
    """Register what is defined here."""
    app.connect("build-finished", publish_schemas)
    app.connect("autodoc-process-signature", show_defaults)
    app.connect("autodoc-process-docstring", keep_first_line, priority=400)
