"""The checks of this project, each in an environment of its own; `nox -l` lists them.

A session of a Python that this machine does not have is skipped.
"""

import shutil
from pathlib import Path

import nox

nox.needs_version = ">=2025.2.9"
nox.options.sessions = ["tests", "coverage", "types", "lint", "docs", "build", "compiled"]
nox.options.error_on_missing_interpreters = False

PYTHONS = ["3.10", "3.11", "3.12", "3.13", "3.14"]

ONLY_WHAT_IS_NEEDED = """
import importlib.metadata, sys
before = {name.partition(".")[0] for name in sys.modules}
import manipulation_rummy
loaded = {name.partition(".")[0] for name in sys.modules} - before - sys.stdlib_module_names
installed = {dist.name.lower().replace("_", "-") for dist in importlib.metadata.distributions()}
assert installed == {"manipulation-rummy", "attrs", "typing-extensions"}, installed
assert loaded <= {"manipulation_rummy", "attrs", "attr", "typing_extensions"}, loaded
"""

READ_BACK = """
from manipulation_rummy import Rules
from manipulation_rummy.serialization import from_json, to_json
assert from_json(to_json(Rules()), Rules) == Rules()
"""

ONLY_COMPILED = """
from manipulation_rummy.solver import COMPILED
assert COMPILED, "the kernel that was installed is not compiled"
"""


def build_wheel(session: nox.Session, *, pure: bool) -> Path:
    """Build the sdist and, from it, the wheel: for every machine, or compiled for this one."""
    session.install("build")
    dist = Path(session.create_tmp()) / "dist"
    shutil.rmtree(dist, ignore_errors=True)
    env = {"HATCH_BUILD_HOOK_ENABLE_MYPYC": "0" if pure else "1"}
    session.run("python", "-m", "build", "--outdir", str(dist), env=env)
    (wheel,) = dist.glob("*.whl")
    if wheel.stem.endswith("-py3-none-any") != pure:
        session.error(f"{wheel.name} has the tag of another kind of wheel")
    session.install("twine")
    session.run("twine", "check", "--strict", str(wheel))
    return wheel


@nox.session(python=PYTHONS)
def tests(session: nox.Session) -> None:
    """Run the tests and every example in the documentation."""
    session.install(".[tests]")
    session.run("pytest", *session.posargs)


@nox.session
def coverage(session: nox.Session) -> None:
    """Run the tests; every branch of the package has to be taken."""
    session.install(".[tests]")
    session.run(
        "pytest",
        "-n",
        "auto",
        "--cov",
        "--cov-report=term",
        "--cov-fail-under=100",
        *session.posargs,
    )


@nox.session
def oracle(session: nox.Session) -> None:
    """Compare the solver with other programs; takes a few minutes, and Python 3.11 or newer."""
    session.install(".[oracle]")
    session.run("pytest", "tests/outside", *session.posargs)


@nox.session
def bench(session: nox.Session) -> None:
    """Time the solver and other programs; `-- --write` keeps the table and the chart."""
    session.install(".[bench]")
    session.run("python", "-m", "benchmarks.solver", *session.posargs)


@nox.session
def counts(session: nox.Session) -> None:
    """Compute the exact numbers in `docs/data` anew; `-- --check` compares those that are quick."""
    session.install(".")
    session.run("python", "-m", "counts", *session.posargs)


@nox.session
def types(session: nox.Session) -> None:
    """Check the types with mypy and pyright."""
    session.install(".[dev]")
    session.run("mypy")
    session.run("pyright")


@nox.session
def lint(session: nox.Session) -> None:
    """Check style, format and which module may import which."""
    session.install(".[dev]")
    session.run("ruff", "check")
    session.run("ruff", "format", "--check")
    session.run("lint-imports")


@nox.session
def docs(session: nox.Session) -> None:
    """Build the documentation; a warning or a dangling reference is an error."""
    session.install(".[docs]")
    session.run("sphinx-build", "-nW", "--keep-going", "-b", "html", "docs", "docs/_build/html")


@nox.session
def build(session: nox.Session) -> None:
    """Build the sdist and, from it, the wheel; try the wheel without and with its extras."""
    wheel = build_wheel(session, pure=True)
    tmp = Path(session.create_tmp())
    clean = tmp / "clean"
    session.run("python", "-m", "venv", "--clear", "--without-pip", str(clean))
    bin_dir = next(path for path in (clean / "bin", clean / "Scripts") if path.is_dir())
    python, command = str(bin_dir / "python"), str(bin_dir / "manipulation-rummy")
    session.run("pip", "--python", python, "install", str(wheel))
    session.run(python, "-I", "-W", "error", "-c", ONLY_WHAT_IS_NEEDED, external=True)
    session.run("pip", "--python", python, "install", f"{wheel}[cli,json]")
    session.run(python, "-I", "-W", "error", "-c", READ_BACK, external=True)
    session.run(command, "demo", "--players", "2", "--seed", "1", external=True)
    session.run(command, "check", "7S 8S 9S | KH KD KC", external=True)
    session.run(command, "draw", "7S 8S 9S | KH KD KC", "-o", str(tmp / "table.svg"), external=True)


@nox.session
def compiled(session: nox.Session) -> None:
    """Build the wheel with the solver's kernel compiled, and run the tests on it."""
    wheel = build_wheel(session, pure=False)
    session.install(f"{wheel}[tests]")
    session.run("python", "-I", "-c", ONLY_COMPILED)
    session.run("pytest", "-n", "2", *session.posargs)
