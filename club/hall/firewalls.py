"""Commands that let phones through the firewall of this machine, its own system first."""

import sys
from dataclasses import dataclass
from pathlib import Path

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True, slots=True)
class FirewallHint:
    """Hint for one operating system: a sentence, and the commands to copy."""

    system: str
    text: str | Promise
    commands: tuple[str, ...]
    is_own: bool


def firewall_hints(port: int, *, platform: str = sys.platform) -> list[FirewallHint]:
    """Return the hints of all systems, that of the machine first."""
    program = Path(sys.executable).resolve()
    socketfilter = "/usr/libexec/ApplicationFirewall/socketfilterfw"
    rule = f'New-NetFirewallRule -DisplayName "Draughts" -Direction Inbound -Protocol TCP -LocalPort {port}'
    own = {"win32": "Windows", "darwin": "macOS"}.get(platform, "Linux")
    hints = [
        FirewallHint(
            "Windows",
            _("Set the network to “Private” in its properties, then run in PowerShell as administrator:"),
            (f"{rule} -Profile Private -Action Allow",),
            own == "Windows",
        ),
        FirewallHint(
            "macOS",
            _("Answer “Allow” when macOS asks about incoming connections, or run in Terminal:"),
            (f"sudo {socketfilter} --add '{program}'", f"sudo {socketfilter} --unblockapp '{program}'"),
            own == "macOS",
        ),
        FirewallHint(
            "Linux",
            _("Run the first command where ufw is used, the second where firewalld is:"),
            (f"sudo ufw allow {port}/tcp", f"sudo firewall-cmd --add-port={port}/tcp"),
            own == "Linux",
        ),
    ]
    return sorted(hints, key=lambda one: not one.is_own)
