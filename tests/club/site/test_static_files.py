"""Static files as a site serves them: under names with the hash of their contents."""

import posixpath
import re

import pytest
from django.contrib.staticfiles.storage import StaticFilesStorage
from django.core.management import call_command

from club.site.static_files import HashedModuleStorage

IMPORTED = re.compile(r"""(?:\bfrom|\bimport|\bimport\()\s*["'](\.[^"']+\.js)["']""")
HASHED = re.compile(r"\.[0-9a-f]{12}\.js$")


def imports_of(folder, name):
    """Modules that a gathered script imports, by their paths in the folder."""
    found = IMPORTED.findall((folder / name).read_text(encoding="utf-8"))
    return [posixpath.normpath(posixpath.join(posixpath.dirname(name), one)) for one in found]


@pytest.mark.parametrize("storage", [HashedModuleStorage, StaticFilesStorage], ids=["hashed", "control"])
def test_a_module_is_imported_by_the_name_that_a_page_loads(tmp_path, settings, storage):
    path = f"{storage.__module__}.{storage.__qualname__}"
    gathering = {"BACKEND": path, "OPTIONS": {"location": tmp_path}}
    settings.STORAGES = settings.STORAGES | {"staticfiles": gathering}
    call_command("collectstatic", interactive=False, verbosity=0)
    files = [file for file in tmp_path.rglob("*.js") if "vendor" not in file.parts]
    scripts = [str(file.relative_to(tmp_path)) for file in files]
    loaded = [name for name in scripts if HASHED.search(name)] or scripts
    imported = [other for name in loaded for other in imports_of(tmp_path, name)]
    assert len(imported) > 40
    assert all((tmp_path / other).is_file() for other in imported)
    plain = [other for other in imported if not HASHED.search(other)]
    assert bool(plain) is (storage is StaticFilesStorage), plain
