"""The files that `play` and `score` keep, and `replay` reads."""

import codecs
import os
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

pytest.importorskip("typer", reason="the extra `cli` is not installed")

from typer.testing import CliRunner, Result

from manipulation_rummy import RummyError
from manipulation_rummy.cli.app import app
from manipulation_rummy.cli.keeping import Keeper, read_text


def run(*args: str | Path, text: str = "") -> Result:
    """Run a command, a text being typed."""
    return CliRunner(env={"COLUMNS": "80"}).invoke(app, list(map(str, args)), input=text)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return a place for a file."""
    return tmp_path / "game.txt"


def mode(path: Path) -> int:
    """Return the permissions of a file."""
    return stat.S_IMODE(path.stat().st_mode)


class TestWriting:
    """A text is written whole, into its own file and no other."""

    def test_keep(self, path: Path) -> None:
        """What is kept is in the file, with the line ends it has."""
        keeper = Keeper.open(path)
        assert keeper.text is None
        for text in ("a\n", "ä\r\nb\n"):
            keeper.keep(text)
            assert text.encode() == path.read_bytes()
        assert Keeper.open(path).text == "ä\r\nb\n"

    def test_other_files(self, path: Path) -> None:
        """A file beside it is never touched, whatever it is called."""
        other = path.with_name("game.txt.part")
        run("play", "--save", other, "--seed", "1")
        before = other.read_bytes()
        run("play", "--save", path, "--seed", "2")
        assert before == other.read_bytes()
        assert {path, other} == set(path.parent.iterdir())

    @pytest.mark.parametrize("trouble", [OSError(28, "No space left on device"), KeyboardInterrupt])
    def test_failure(
        self, path: Path, monkeypatch: pytest.MonkeyPatch, trouble: BaseException
    ) -> None:
        """What cannot be written, or is interrupted, leaves the file as it was and nothing else."""

        def fail(_file: int) -> None:
            raise trouble

        keeper = Keeper(path, None)
        keeper.keep("old")
        with monkeypatch.context() as patch:
            patch.setattr(os, "fsync", fail)
            with pytest.raises((RummyError, KeyboardInterrupt)) as caught:
                keeper.keep("new")
        if isinstance(trouble, OSError):
            assert f"{path} cannot be written: No space left on device" == str(caught.value)
        assert (path.read_text(encoding="utf-8"), keeper.text) == ("old", "old")
        assert [path] == list(path.parent.iterdir())
        keeper.keep("new")
        assert path.read_text(encoding="utf-8") == "new"

    def test_interrupted_late(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """After an interrupt right after writing, the file is not taken for somebody else's."""
        replace = Path.replace

        def interrupt(part: Path, place: Path) -> None:
            replace(part, place)
            raise KeyboardInterrupt

        keeper = Keeper(path, None)
        with monkeypatch.context() as patch:
            patch.setattr(Path, "replace", interrupt)
            with pytest.raises(KeyboardInterrupt):
                keeper.keep("new")
        keeper.keep("new")
        keeper.keep("newer")
        assert path.read_text(encoding="utf-8") == "newer"

    @pytest.mark.parametrize("theirs", [b"theirs", b"\xff", b""])
    @pytest.mark.parametrize(
        ("text", "problem"), [(None, "exists already"), ("a", "was changed by somebody else")]
    )
    def test_of_somebody_else(
        self, path: Path, theirs: bytes, text: str | None, problem: str
    ) -> None:
        """What somebody else has written, text or not, is not overwritten."""
        path.write_bytes(theirs)
        with pytest.raises(RummyError, match=rf"{problem}; it was not overwritten$"):
            Keeper(path, text).keep("mine")
        assert theirs == path.read_bytes()

    @pytest.mark.skipif(os.name != "posix", reason="there are no such permissions here")
    def test_permissions(self, path: Path) -> None:
        """A new file is its owner's alone; one that is there keeps its permissions."""
        keeper = Keeper.open(path)
        keeper.keep("a")
        assert mode(path) == 0o600
        path.chmod(0o664)
        keeper.keep("b")
        assert mode(path) == 0o664

    def test_read_only(self, path: Path) -> None:
        """A file that may not be written is refused, at once and later."""
        path.write_text("a", encoding="utf-8")
        path.chmod(0o400)
        if os.access(path, os.W_OK):
            pytest.skip("to this user nothing is forbidden")
        for attempt in (lambda: Keeper.open(path), lambda: Keeper(path, "a").keep("b")):
            with pytest.raises(RummyError, match="cannot be written: Permission denied"):
                attempt()
        assert (mode(path), path.read_text(encoding="utf-8")) == (0o400, "a")


class TestPlaces:
    """A file is named as people name files."""

    def test_home(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """`~` is the home."""
        monkeypatch.setenv("HOME", str(tmp_path))
        monkeypatch.setenv("USERPROFILE", str(tmp_path))
        Keeper.open(Path("~/game.txt")).keep("a")
        assert read_text(tmp_path / "game.txt") == read_text(Path("~/game.txt")) == "a"

    @pytest.mark.skipif(os.name != "posix", reason="links need a privilege here")
    def test_link(self, path: Path) -> None:
        """A link stays one, and the text is kept where it leads, be there a file yet or not."""
        link = path.with_name("link.txt")
        link.symlink_to(path)
        keeper = Keeper.open(link)
        for text in ("a", "b"):
            keeper.keep(text)
            assert link.is_symlink()
            assert text == path.read_text(encoding="utf-8")

    @pytest.mark.parametrize("attempt", [Keeper.open, lambda path: Keeper(path, None).keep("a")])
    @pytest.mark.parametrize(
        ("name", "problem"),
        [
            ("nowhere/game.txt", "No such file or directory"),
            ("file/game.txt", "Not a directory"),
            ("directory", "Is a directory"),
            ("loop", "Too many levels of symbolic links"),
            ("pipe", "no regular file"),
            ("a\0b", "embedded null"),
            ("\udfff", "can't encode character"),
            ("x" * 300, "File name too long"),
        ],
    )
    @pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no such files here")
    def test_impossible(
        self, tmp_path: Path, attempt: Callable[[Path], object], name: str, problem: str
    ) -> None:
        """Where nothing can be kept, that is said of the file as it was named, at once."""
        (tmp_path / "file").touch()
        (tmp_path / "directory").mkdir()
        (tmp_path / "loop").symlink_to(tmp_path / "loop")
        os.mkfifo(tmp_path / "pipe")
        before = set(tmp_path.iterdir())
        path = tmp_path / name
        with pytest.raises(RummyError) as caught:
            attempt(path)
        assert str(caught.value).startswith(f"{path} cannot be written: ")
        assert problem in str(caught.value)
        assert before == set(tmp_path.iterdir())

    def test_no_such_home(self) -> None:
        """The home of nobody is no place, and no reason to fail."""
        with pytest.raises(RummyError, match="~nosuchuser/x cannot be written: No such file"):
            Keeper(Path("~nosuchuser/x"), None).keep("a")

    def test_characters_that_cannot_be_kept(self, path: Path) -> None:
        """What cannot be written as UTF-8 is no reason to fail either."""
        with pytest.raises(RummyError, match=r"cannot be written: .*can't encode character"):
            Keeper(path, None).keep("\udfff")
        assert not path.exists()


class TestReading:
    """Texts are read as other programs have written them."""

    @pytest.mark.parametrize("command", ["play --save", "score", "replay"])
    def test_mark_of_the_encoding(self, path: Path, command: str) -> None:
        """A mark before the text, as some editors write it, makes no difference."""
        Keeper.open(path).keep("manipulation-rummy score 1\nplayer: Ann\nplayer: Ben\n")
        path.write_bytes(codecs.BOM_UTF8 + path.read_bytes())
        result = run(*command.split(), path, text="5\n8\nann\n")
        if command == "score":
            assert result.exit_code == 0
            assert read_text(path).endswith("round: 5 8; knocked 0\n")
        else:
            assert result.exit_code == 2
            assert f"{path} holds a score and no game; to go on with it: " in result.stderr

    @pytest.mark.parametrize(
        ("command", "does"), [("play --save", "written"), ("score", "written"), ("replay", "read")]
    )
    def test_directory(self, tmp_path: Path, command: str, does: str) -> None:
        """A directory is refused by name."""
        result = run(*command.split(), tmp_path)
        assert result.exit_code == 2
        assert f"error: {tmp_path} cannot be {does}: Is a directory\n" == result.stderr

    @pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no such files here")
    def test_pipe(self, path: Path) -> None:
        """What is only read may be a pipe."""
        os.mkfifo(path)
        writing = f"open({str(path)!r}, 'w').write('a')"
        with subprocess.Popen([sys.executable, "-c", writing]):
            assert read_text(path) == "a"
