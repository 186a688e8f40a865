#!/usr/bin/env python
"""Django's command line for the draughts club."""

import gc
import os
import sys

from django.core.management import execute_from_command_line

from games.compiled.forms import KernelRefused

# What a starting process loads stays: to look for garbage in it every 700 objects takes a tenth of the start.
gc.set_threshold(50_000, 10, 10)


def main() -> None:
    """Run the command named on the command line."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "club.config.settings")
    try:
        execute_from_command_line(sys.argv)
    except KernelRefused as refusal:
        sys.exit(str(refusal))
    except Exception as error:
        stop_at_outage(error)
        raise


def stop_at_outage(error: Exception) -> None:
    """End with the cause in words if the database does not answer or the disk is full."""
    try:
        from club.core.outages import outage_of  # noqa: PLC0415 - needs the settings, which may be what is wrong

        outage = outage_of(error)
    except Exception:  # noqa: BLE001 - then the error itself is told
        return
    if outage is not None:
        sys.exit(f"{outage.what} {outage.next_step} ({error})")


if __name__ == "__main__":
    main()
