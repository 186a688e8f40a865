"""A club with an empty archive, and ways to fill it."""

import io

import pytest
from worlds import world

from club.core.actor import SYSTEM
from club.models import Organisation
from games.archive.services.import_slices import read_slice
from games.archive.services.imports import start_import


@world
def club():
    return Organisation.objects.create(slug="north", name="North club")


@pytest.fixture
def bring_in(club):
    """Import bytes to the end, slice by slice."""

    def run(data, name="a.pdn", **options):
        stream = io.BytesIO(data) if isinstance(data, bytes) else data
        archive = start_import(
            organisation=club, stream=stream, name=name, actor=SYSTEM, in_background=False, **options
        )
        while read_slice(import_id=archive.pk, number=archive.slices, in_background=False):
            archive.refresh_from_db()
        archive.refresh_from_db()
        return archive

    return run


@pytest.fixture
def small_slices(monkeypatch):
    """Slices of three games."""
    monkeypatch.setattr("games.archive.services.import_slices.GAMES_PER_SLICE", 3)
