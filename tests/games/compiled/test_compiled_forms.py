"""Hot modules compiled: which form is used, that a stale one never is, and that none is needed."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from games.compiled import MODULES, CompiledFormMissing, build, compiled_form, forms, in_use, modules
from games.rules import Position

ROOT = Path(__file__).parents[3]
MODULE = MODULES[0]


@pytest.fixture
def fresh(monkeypatch):
    """Nothing chosen yet."""
    forms.form_in_use.cache_clear()
    yield monkeypatch
    forms.form_in_use.cache_clear()


@pytest.mark.parametrize("changed", ["source", "primitives"])
def test_another_source_has_another_name(monkeypatch, tmp_path, changed):
    before = modules.built_name(MODULE)
    original = modules.source_of(MODULE) if changed == "source" else modules.MADE_WITH[0]
    copy = tmp_path / "copy"
    copy.write_bytes(original.read_bytes() + b"\n")
    if changed == "source":
        monkeypatch.setattr(modules, "source_of", lambda _module: copy)
    else:
        monkeypatch.setattr(modules, "MADE_WITH", (copy, *modules.MADE_WITH[1:]))
    assert modules.built_name(MODULE) != before


def test_another_processor_has_another_name(monkeypatch):
    before = modules.built_name(MODULE)
    monkeypatch.setattr(modules, "processor", lambda: "a machine of tomorrow")
    assert modules.built_name(MODULE) != before


def test_a_stale_form_is_not_found(monkeypatch, tmp_path):
    suffix = forms.EXTENSION_SUFFIXES[0]
    (tmp_path / f"{modules.built_name(MODULE)}{suffix}").write_bytes(b"")
    assert forms.built_file(MODULE, tmp_path) is not None
    monkeypatch.setattr(modules, "processor", lambda: "a machine of tomorrow")
    assert forms.built_file(MODULE, tmp_path) is None


def test_a_processor_uses_the_best_form_that_it_runs(monkeypatch, tmp_path):
    suffix = forms.EXTENSION_SUFFIXES[0]
    files = {level: tmp_path / f"{modules.built_name(MODULE, level)}{suffix}" for level in modules.LEVELS}
    newer, older = files.values()
    older.write_bytes(b"")
    monkeypatch.setattr(modules, "processor", lambda: "x86-64-v3")
    assert forms.built_file(MODULE, tmp_path) == older
    assert build.missing(tmp_path, "x86-64-v3") == [*MODULES]  # make builds its own all the same
    newer.write_bytes(b"")
    assert forms.built_file(MODULE, tmp_path) == newer
    monkeypatch.setattr(modules, "processor", lambda: "x86-64")
    assert forms.built_file(MODULE, tmp_path) == older


def test_an_image_is_built_for_every_processor_of_its_kind(monkeypatch, tmp_path):
    asked = []
    monkeypatch.setattr(build, "obstacle", lambda: "")
    monkeypatch.setattr(build, "compile_modules", lambda *arguments: asked.append(arguments))
    monkeypatch.setattr(modules, "processor", lambda: "x86-64")
    assert build.main(["image"], tmp_path) == 0
    assert asked == [([*MODULES], tmp_path, level) for level in modules.LEVELS]


def test_every_module_listed_is_there():
    assert [module for module in MODULES if not modules.source_of(module).is_file()] == []


def test_interpreted_is_what_the_setting_asks_for(fresh):
    fresh.setenv(forms.SETTING, "interpreted")
    assert forms.kernel_form() == "interpreted"
    assert forms.form_in_use(MODULE) is sys.modules[MODULE]


def test_insisting_on_a_form_that_is_not_there_is_refused(fresh):
    fresh.setenv(forms.SETTING, "compiled")
    fresh.setattr(forms, "compiled_form", lambda _module: None)
    with pytest.raises(CompiledFormMissing):
        forms.form_in_use(MODULE)


def test_a_form_that_nobody_knows_is_refused_in_one_line():
    command = [sys.executable, "manage.py", "perft", "english", "1"]
    environment = {**os.environ, forms.SETTING: "fast"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr.strip()) == (
        1,
        "DRAUGHTS_KERNEL is “fast”: make it compiled or interpreted, or leave it out",
    )


def test_without_a_setting_the_compiled_form_is_used_where_it_is_built(fresh):
    fresh.delenv(forms.SETTING, raising=False)
    expected = "interpreted" if compiled_form(MODULE) is None else "compiled"
    assert forms.kernel_form() == expected


def test_only_what_stands_in_a_listed_module_has_two_forms():
    with pytest.raises(ValueError, match="no module that is compiled"):
        in_use(Position.start)


def test_a_build_without_a_compiler_says_so_in_one_line_and_works(tmp_path):
    shutil.copytree(ROOT / "games", tmp_path / "games", ignore=shutil.ignore_patterns("built", "__pycache__"))
    surroundings = {name: value for name, value in os.environ.items() if name != forms.SETTING}
    surroundings |= {"CC": "/nowhere/cc", "PATH": "", "PYTHONDONTWRITEBYTECODE": "1"}

    def run(*arguments):
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=tmp_path,
            env=surroundings,
            capture_output=True,
            text=True,
            check=False,
        )

    asked = run("-m", "games.compiled.build", "wanted")
    assert asked.returncode == build.IMPOSSIBLE
    assert asked.stdout.splitlines() == [
        "The rules kernel stays interpreted, slower and just as right: there is no C compiler (/nowhere/cc)."
    ]
    counted = run(
        "-c",
        "from games.rules import VARIANTS, Position, perft\n"
        "from games.compiled import kernel_form\n"
        "english = VARIANTS['english']\n"
        "print(kernel_form(), perft(Position.start(english), english, 5))",
    )
    assert (counted.stdout, counted.stderr) == ("interpreted 7361\n", "")


def test_the_form_may_be_asked_for_before_anything_else_is_imported():
    asked = "from games.compiled import kernel_form\nform = kernel_form()\n"
    used = "from games.rules import VARIANTS\nprint(form == VARIANTS['english'].tables.kernel)"
    ran = subprocess.run(
        [sys.executable, "-c", asked + used], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (ran.stdout, ran.stderr) == ("True\n", "")


def test_a_build_that_fails_says_so_in_one_line(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(build, "obstacle", lambda: "")
    monkeypatch.setattr(build, "compile_modules", lambda *_: (_ for _ in ()).throw(OSError("full")))
    assert build.main([], tmp_path) == build.IMPOSSIBLE
    assert capsys.readouterr().out == (
        "The rules kernel stays interpreted, slower and just as right: compiling failed (OSError: full).\n"
    )
