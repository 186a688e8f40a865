"""`check_standings` on a site at work: a result that is corrected between two reads is no difference."""

import pytest
from processes import Site, own_database

FILL = """
from event_rows import played_round, section_of
played_round(section_of())
print('null')
"""
# The command, during which a second connection corrects a result as soon as the published standings are read.
CHECK = """
import contextlib, io, threading
from django.core.management import call_command
from django.db import connection, connections
from club.core.actor import SYSTEM
from tournaments.models import Outcome, Section
from tournaments.results.services.results import record_result
corrected = []
def correct():
    pairing = Section.objects.get().round_rows.get().pairings.order_by('board_number').first()
    facts = {'pairing_id': pairing.pk, 'game': 1, 'outcome': Outcome.BLACK}
    record_result(reason='seen on the score sheet', actor=SYSTEM, **facts)
    corrected.append(pairing.pk)
    connections.close_all()
def meddle(execute, sql, params, many, context):
    found = execute(sql, params, many, context)
    if 'FROM "tournaments_standingssnapshot"' in sql and not corrected:
        writer = threading.Thread(target=correct)
        writer.start()
        writer.join()
    return found
def check():
    out, code = io.StringIO(), 0
    try:
        call_command('check_standings', stdout=out)
    except SystemExit as end:
        code = end.code
    return [code, out.getvalue().splitlines()[-1]]
with connection.execute_wrapper(meddle):
    first = check()
print(json.dumps([len(corrected), first, check()]))
"""


@pytest.fixture
def site(tmp_path, templates):
    with own_database() as url:
        made = Site(tmp_path, database_url=url)
        made.env["DJANGO_SETTINGS_MODULE"] = "club.config.settings"
        made.imports = "import json\n"
        made.migrate(templates)
        made.shell(FILL)
        yield made


def test_a_correction_between_two_reads_is_no_difference(site):
    corrections, during, after = site.shell(CHECK)
    assert corrections == 1
    assert during == [0, "sections=1 snapshots=1 differences=0"]
    assert after == [0, "sections=1 snapshots=2 differences=0"]
