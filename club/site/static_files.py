"""Static files collected under names with the hash of their contents."""

import hashlib
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from whitenoise.storage import CompressedManifestStaticFilesStorage

STAMP = "gathered"


class HashedModuleStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # it has no types
    """Static files under names with the hash of their contents, also where a module imports another.

    A browser runs a module once for each address. Imported under its plain name and loaded by a page under
    its hashed one, it would run twice, and each key would be heard twice.
    """

    support_js_module_import_aggregation = True


def gather_static() -> bool:
    """Run collectstatic unless nothing has changed since the last run; return whether it ran."""
    stamp = Path(settings.STATIC_ROOT) / STAMP
    wanted = fingerprint()
    if stamp.is_file() and stamp.read_text(encoding="ascii") == wanted:
        return False
    call_command("collectstatic", interactive=False, clear=True, verbosity=0)
    stamp.write_text(wanted, encoding="ascii")
    return True


def fingerprint() -> str:
    """Hash over the storage, and over name, size and date of every source file."""
    digest = hashlib.sha256(settings.STORAGES["staticfiles"]["BACKEND"].encode())
    for finder in get_finders():
        for name, storage in sorted(finder.list([]), key=lambda found: found[0]):
            facts = Path(storage.path(name)).stat()
            digest.update(f"{name} {facts.st_size} {facts.st_mtime_ns}\n".encode())
    return digest.hexdigest()
