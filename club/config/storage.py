"""Default data folder of the embedded setup, and the secret key in it."""

import os
import secrets
import sys
from collections.abc import Mapping
from pathlib import Path

FOLDER = "draughts-club"


def default_data_dir(env: Mapping[str, str], platform: str = sys.platform) -> Path:
    """Return the user's data folder as the system names it: a new copy of the code finds the old data."""
    home = Path(env.get("HOME") or env.get("USERPROFILE") or ".")
    if platform == "win32":
        return Path(env.get("LOCALAPPDATA") or home / "AppData" / "Local") / FOLDER
    if platform == "darwin":
        return home / "Library" / "Application Support" / FOLDER
    return Path(env.get("XDG_DATA_HOME") or home / ".local" / "share") / FOLDER


def stored_secret_key(data_dir: Path) -> str:
    """Return the key in `data_dir`, created at the first start and readable by its owner alone."""
    path = data_dir / "secret_key"
    data_dir.mkdir(parents=True, exist_ok=True, mode=0o700)
    fresh = data_dir / f"secret_key.{os.getpid()}.{secrets.token_hex(4)}"
    if not path.exists():
        descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(secrets.token_urlsafe(50))
        try:
            # A link refuses to replace: of two processes starting at once the first one's key wins.
            os.link(fresh, path)
        except FileExistsError:
            pass
        finally:
            fresh.unlink()
    return path.read_text(encoding="ascii").strip()
