"""The laptop in the hall gets a new address in the middle of a round: the desk says so, nothing is lost."""

import http.client
import sys
import threading
import time
import urllib.parse

import pytest
from hall_network import ELSEWHERE, HOME, hall_network_or_skip
from polling import until
from processes import Site
from result_desk import FILL, OUTCOMES
from streams import Listener, free_port

pytestmark = [pytest.mark.processes, pytest.mark.slow]
QUIET_SECONDS = 20.0  # a browser waits 40 s, live.js
WITHOUT_WATCH = """
import sys, django
django.setup()
from club.hall import hall
hall.WATCH_SECONDS = 3600.0
from django.core.management import execute_from_command_line
execute_from_command_line(["manage.py", *sys.argv[1:]])
"""
CHANGED = "The address of this computer has changed."


class Laptop:
    """A site that `serve --hall` serves from the namespace of the laptop."""

    def __init__(self, folder, templates, network, *, follows=True):
        self.network, self.port = network, free_port()
        site = self.site = Site(folder)
        site.env["DJANGO_SETTINGS_MODULE"] = "club.config.settings"
        site.imports = "import json\n"
        site.migrate(templates)
        site.gather_static(templates)
        self.session, self.boards, _slug = site.shell(FILL)
        ((self.section,),) = site.query("SELECT id FROM tournaments_section")
        serve = ["serve", "--hall", "--port", str(self.port)]
        command = site.command(*serve) if follows else [sys.executable, "-c", WITHOUT_WATCH, *serve]
        site.command = lambda *_arguments: network.command(command)
        site.start("serve")
        del site.command
        assert until(lambda: self.desk("/healthz")[0] == 200), site.log()

    def desk(self, path, form=None):
        """Ask from a browser of the laptop itself."""
        return self.ask(self.network.laptop, "127.0.0.1", path, form)

    def ask(self, space, address, path, form=None, *, seconds=3):
        """Return the status and the text of an answer; 0 without one."""
        headers = {
            "Host": f"{address}:{self.port}",
            "Cookie": f"draughts_session={self.session}; draughts_csrf={'c' * 32}",
            **({"X-CSRFToken": "c" * 32, "Accept": "application/json"} if form else {}),
            "Content-Type": "application/x-www-form-urlencoded",
        }
        connection = http.client.HTTPConnection(address, self.port, timeout=seconds)
        try:
            connection.sock = self.network.connect(space, address, self.port, seconds=seconds)
            body = urllib.parse.urlencode(form) if form else None
            connection.request("POST" if form else "GET", path, body, headers)
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        except (OSError, http.client.HTTPException):
            return 0, ""
        finally:
            connection.close()

    def hall_page(self):
        return self.desk("/desk/hall/")[1]


class Phone(threading.Thread):
    """Enters results one after the other, each again until it is confirmed, and listens to the section."""

    def __init__(self, laptop, address):
        super().__init__(daemon=True)
        self.laptop, self.address, self.stopping = laptop, address, False
        self.confirmed, self.statuses, self.sent = [], [], 0
        self.listener = Listener(
            laptop.port,
            f"section:{laptop.section}",
            connect=self.connect,
        )
        self.start()

    def connect(self):
        network = self.laptop.network
        found = network.connect(network.phones, self.address, self.laptop.port, seconds=3)
        found.settimeout(QUIET_SECONDS)
        return found

    def run(self):
        laptop = self.laptop
        while not self.stopping:
            turn, place = divmod(len(self.confirmed), len(laptop.boards))
            outcome = OUTCOMES[turn % 3]
            form = {"r" if turn == 0 else "replace": f"{laptop.boards[place]}.1.{outcome}"}
            self.sent += 1
            status, _text = laptop.ask(laptop.network.phones, self.address, "/desk/results/", form)
            self.statuses.append(status)
            if status == 200:
                self.confirmed.append((laptop.boards[place], outcome))
            time.sleep(0.05)

    def goes_on(self):
        """Wait until three more results are confirmed, and the stream has had the last."""
        before, heard = len(self.confirmed), len(self.listener.heard)
        return until(
            lambda: len(self.confirmed) >= before + 3 and len(self.listener.heard) >= heard + 3,
            longest_pause=0.1,
        )

    def stop(self):
        self.stopping = True
        self.join(20)
        assert until(lambda: len(self.listener.heard) >= len(self.confirmed))
        self.listener.stop()


@pytest.fixture
def network():
    with hall_network_or_skip() as network:
        network.move_to(f"{HOME}.20")
        yield network


@pytest.fixture
def opened(tmp_path, templates, network):
    made = []

    def open_laptop(**options):
        laptop = Laptop(tmp_path, templates, network, **options)
        made.append(laptop)
        return laptop

    yield open_laptop
    for laptop in made:
        laptop.site.end()


def assert_nothing_is_lost(laptop, phone):
    """Each confirmed result is in the log once and in its order, and the stream had every number."""
    entered = laptop.site.query(
        "SELECT target_id FROM club_auditentry WHERE action LIKE 'tournaments.result.%' ORDER BY id"
    )
    assert len(phone.confirmed) <= len(entered) <= len(phone.confirmed) + 1
    stored = dict(
        laptop.site.query("SELECT pairing_id, outcome FROM tournaments_gameresult WHERE number = 1")
    )
    last = dict(phone.confirmed)
    assert {board: stored[board] for board in last} == last
    numbers = phone.listener.numbers
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    assert phone.listener.resets == 0
    assert set(phone.statuses) <= {0, 200}
    laptop.site.run("audit", "verify")


def test_the_laptop_changes_its_address_in_the_middle_of_a_round(opened, network, record_property):
    laptop = opened()
    phone = Phone(laptop, f"{HOME}.20")
    assert phone.goes_on(), laptop.site.log()
    network.leave()
    assert until(lambda: "This computer is in no network." in laptop.hall_page()), laptop.site.log()
    assert "it is in no network" in laptop.desk("/desk/")[1]
    network.move_to(f"{HOME}.20")
    assert phone.goes_on(), laptop.site.log()
    assert CHANGED not in laptop.hall_page()

    network.move_to(f"{HOME}.35")
    began = time.monotonic()
    assert until(lambda: f"http://{HOME}.35:{laptop.port}/" in laptop.hall_page())
    seconds = time.monotonic() - began
    page = laptop.hall_page()
    assert CHANGED in page
    assert f"Phones that have opened http://{HOME}.20:{laptop.port}/ have to scan the code again." in page
    phone.address = f"{HOME}.35"  # it has scanned the code
    assert phone.goes_on(), laptop.site.log()

    network.move_to(f"{ELSEWHERE}.7")
    question = "You are in another network than before: open there too?"
    assert until(lambda: question in laptop.hall_page())
    phone.address = f"{ELSEWHERE}.7"
    before = len(phone.confirmed)
    assert until(lambda: phone.statuses[-1] == 0)
    time.sleep(1)
    assert len(phone.confirmed) == before, "nobody is let in there before the desk has answered"
    assert laptop.desk("/desk/hall/", {"what": "open"})[0] in {200, 302}
    assert phone.goes_on(), laptop.site.log()
    phone.stop()
    assert_nothing_is_lost(laptop, phone)
    record_property("results through four addresses: confirmed, lost", f"{len(phone.confirmed)}, 0")
    record_property("a new address is told after s", round(seconds, 1))


def test_without_the_watch_phones_do_not_get_in(opened, network):
    """The negative control: a hall that does not follow the addresses of the laptop."""
    laptop = opened(follows=False)
    assert laptop.ask(network.phones, f"{HOME}.20", "/")[0] == 200
    network.move_to(f"{HOME}.35")
    time.sleep(6)
    assert f"http://{HOME}.35:{laptop.port}/" not in laptop.hall_page()
    assert laptop.ask(network.phones, f"{HOME}.35", "/")[0] == 0
