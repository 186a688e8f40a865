"""The hall: which addresses phones get, what listens there, and what is refused again afterwards."""

import os
import socket
import time
from types import SimpleNamespace
from unittest import mock

import pytest
from polling import until

from club.core import network_addresses
from club.core.network_addresses import Interface, local_interfaces, ranked
from club.hall import multicast_name
from club.hall.firewalls import firewall_hints
from club.hall.hall import Hall, bound_socket, networks_of_opening, note_of_opening
from club.hall.multicast_name import MulticastName
from club.live.published import PAGE_CACHE

WIFI, CABLE = Interface("192.168.1.20", "wlan0"), Interface("10.0.0.7", "eth0")
HOTSPOT, VPN = Interface("10.42.0.1", "wlan1"), Interface("10.8.0.2", "tun0")
DOCKER, OWN = Interface("172.17.0.1", "docker0"), Interface("127.0.0.1", "lo")
UNIQUE, WORLD = Interface("fd12::20", "wlan0"), Interface("2a02:a45::20", "wlan0")
LINK = Interface("fe80::20", "wlan0")
PUBLIC, ALONE = Interface("145.97.1.9", "eth1"), Interface("169.254.7.1", "eth2")


class Server:
    """Takes sockets as the web server does."""

    def __init__(self):
        self.listening = {}

    def add_socket(self, listener):
        self.listening[listener.getsockname()[0]] = listener

    def remove_socket(self, listener):
        self.listening.pop(listener.getsockname()[0]).close()


class Unbound:
    """A socket of an address that this machine does not have."""

    def __init__(self, address, port):
        self.own = (address, port)

    def getsockname(self):
        return self.own

    def close(self):
        """Nothing was opened."""


class NoName(MulticastName):
    def __init__(self):
        super().__init__()
        self.asked = []

    def start(self, addresses, port):
        self.asked.append((list(addresses), port))


@pytest.fixture
def network(monkeypatch, settings, tmp_path):
    """The addresses that the machine has now: those of loopback, where a test may listen."""
    settings.ALLOWED_HOSTS, settings.PHONE_ADDRESS, settings.DATA_DIR = ["localhost"], "", tmp_path
    monkeypatch.setattr("socket.gethostname", lambda: "Hall")
    monkeypatch.setattr("club.hall.hall.WATCH_SECONDS", 3600)
    return [Interface("127.0.0.2", "wlan0")]


@pytest.fixture
def open_halls():
    halls = []
    yield halls
    for hall in halls:
        hall.close()


@pytest.fixture
def make_hall(network, open_halls):
    def made(**options):
        with socket.socket() as probe:
            probe.bind(("127.0.0.2", 0))
            port = probe.getsockname()[1]
        hall = Hall(Server(), port, find=lambda: list(network), multicast=NoName(), **options)
        open_halls.append(hall)
        return hall

    return made


@pytest.mark.parametrize(
    ("found", "route", "first"),
    [
        pytest.param([CABLE, WIFI], WIFI, [WIFI, CABLE], id="the default route of two networks"),
        pytest.param([VPN, WIFI], VPN, [WIFI, VPN], id="a VPN has the default route"),
        pytest.param([DOCKER, HOTSPOT], None, [HOTSPOT, DOCKER], id="a hotspot of its own, without a route"),
        pytest.param([PUBLIC, WIFI], PUBLIC, [WIFI, PUBLIC], id="a private address first"),
        pytest.param([ALONE, WIFI, OWN], None, [WIFI, ALONE], id="without itself"),
        pytest.param([WIFI, Interface(WIFI.address)], WIFI, [WIFI], id="once, with its name"),
        pytest.param([OWN], None, [], id="no network"),
        pytest.param([LINK, WORLD, UNIQUE, PUBLIC], WORLD, [PUBLIC, UNIQUE, WORLD], id="IPv4 before IPv6"),
        pytest.param([DOCKER, WORLD, LINK], WORLD, [WORLD, DOCKER], id="IPv6 alone"),
    ],
)
def test_addresses_for_phones_come_first(found, route, first):
    assert ranked(found, routes=[route.address] if route else []) == first


def test_an_open_hall_listens_and_is_allowed_and_a_closed_one_is_not(make_hall, settings):
    hall = make_hall()
    hall.open()
    assert list(hall.server.listening) == ["127.0.0.2"]
    assert settings.ALLOWED_HOSTS == ["localhost", "127.0.0.2", "hall", "hall.local"]
    assert f"http://127.0.0.2:{hall.port}/" == settings.PHONE_ADDRESS
    with socket.create_connection(("127.0.0.2", hall.port), timeout=30):
        pass
    hall.close()
    assert hall.server.listening == {}
    assert (settings.ALLOWED_HOSTS, settings.PHONE_ADDRESS) == (["localhost"], "")
    with pytest.raises(OSError, match="refused"):
        socket.create_connection(("127.0.0.2", hall.port), timeout=30)


def test_an_opening_that_fails_leaves_the_hall_closed(make_hall, settings, tmp_path):
    hall = make_hall()
    settings.DATA_DIR = tmp_path / "gone"
    with pytest.raises(FileNotFoundError):
        hall.open()
    assert (hall.is_open, hall.server.listening) == (False, {})
    assert (settings.ALLOWED_HOSTS, settings.PHONE_ADDRESS) == (["localhost"], "")
    settings.DATA_DIR = tmp_path
    hall.open()
    assert list(hall.server.listening) == ["127.0.0.2"]


def test_it_follows_the_addresses_of_the_machine(make_hall, network, settings):
    hall = make_hall()
    hall.open()
    network[:] = [Interface("127.0.0.3", "wlan0"), Interface("127.0.0.4", "eth0")]
    PAGE_CACHE.pages["a page with the old address"] = SimpleNamespace(body=b"")
    hall.refresh()
    assert sorted(hall.server.listening) == ["127.0.0.3", "127.0.0.4"]
    assert settings.PHONE_ADDRESS.startswith("http://127.0.0.3:")
    assert "127.0.0.2" not in settings.ALLOWED_HOSTS
    assert not PAGE_CACHE.pages
    assert hall.multicast.asked == [(["127.0.0.2"], hall.port), (["127.0.0.3", "127.0.0.4"], hall.port)]
    network.clear()
    hall.refresh()
    assert (hall.server.listening, settings.PHONE_ADDRESS, hall.is_open) == ({}, "", True)


def test_a_full_disk_keeps_no_phone_from_a_new_address(make_hall, network, settings, monkeypatch):
    hall = make_hall()
    hall.open()
    network[:] = [Interface("127.0.0.3", "wlan0")]
    write, full = Hall._write_note, OSError(28, "No space left on device")
    monkeypatch.setattr(Hall, "_write_note", mock.Mock(side_effect=full))
    with pytest.raises(OSError, match="No space"):
        hall.refresh()
    assert list(hall.server.listening) == ["127.0.0.3"]
    assert "127.0.0.3" in settings.ALLOWED_HOSTS
    note_of_opening().unlink()
    monkeypatch.setattr(Hall, "_write_note", write)
    hall.refresh()  # the note is written as soon as it can be
    assert networks_of_opening(hall.port) == {"127.0.0.0/24": ""}


def test_the_addresses_are_followed_after_any_fault(make_hall, network, monkeypatch):
    monkeypatch.setattr("club.hall.hall.WATCH_SECONDS", 0.01)
    hall = make_hall()
    hall.open()
    told = iter([ValueError("half a table")])

    def find():
        for fault in told:
            raise fault
        return [Interface("127.0.0.3", "wlan0")]

    hall.find = find
    assert until(lambda: list(hall.server.listening) == ["127.0.0.3"])


def test_a_new_address_is_told_until_a_phone_has_reached_it(make_hall, network):
    hall = make_hall()
    hall.open()
    old = hall.sites[0]
    assert hall.note_phone(hall.nonce, "192.168.1.31")
    network.clear()
    hall.refresh()
    assert (hall.former, hall.reached().phones) == ("", 1)
    network.append(Interface("127.0.0.2", "wlan0"))
    hall.refresh()
    assert (hall.former, hall.reached().phones) == ("", 1), "the same address again"
    network[:] = [Interface("127.0.0.3", "wlan0")]
    hall.refresh()
    assert (hall.former, hall.reached().phones) == (old, 0)
    hall.close()
    assert hall.former == ""


def test_an_address_that_is_taken_is_told_and_tried_again(make_hall, network):
    hall = make_hall()
    network.append(Interface("127.0.0.5", "eth0"))
    with socket.socket() as taken:
        taken.bind(("127.0.0.5", hall.port))
        taken.listen()
        hall.open()
        assert list(hall.faults) == ["127.0.0.5"]
        assert [one.address for one in hall.usable] == ["127.0.0.2"]
    hall.refresh()
    assert (hall.faults, sorted(hall.server.listening)) == ({}, ["127.0.0.2", "127.0.0.5"])


@pytest.mark.parametrize(
    ("host", "best"),
    [
        pytest.param("0.0.0.0", "192.168.1.20", id="every address"),  # noqa: S104
        pytest.param("::", "192.168.1.20", id="every address, of IPv6 too"),
        pytest.param("10.0.0.7", "10.0.0.7", id="one"),
        pytest.param("10.9.9.9", "10.9.9.9", id="one that no interface names"),
    ],
)
def test_a_server_started_with_a_host_listens_already(make_hall, network, settings, host, best):
    network[:] = [WIFI, CABLE, UNIQUE]
    hall = make_hall(host=host)
    hall.open()
    assert (UNIQUE in hall.addresses) == (host == "::")
    assert hall.is_fixed
    assert hall.server.listening == {}
    assert f"http://{best}:{hall.port}/" == settings.PHONE_ADDRESS
    assert not note_of_opening().exists()


def test_a_restart_on_the_same_evening_knows_the_networks_that_were_open(make_hall, network):
    network[0] = network[0]._replace(router="02:fc:00:00:00:05")
    hall = make_hall()
    assert networks_of_opening(hall.port) is None
    hall.open()
    hall.stop()  # the program ends
    assert networks_of_opening(hall.port) == {"127.0.0.0/24": "02:fc:00:00:00:05"}
    assert networks_of_opening(hall.port + 1) is None
    a_day_ago = time.time() - 86_400
    os.utime(note_of_opening(), (a_day_ago, a_day_ago))
    assert networks_of_opening(hall.port) is None
    hall.close()
    assert not note_of_opening().exists()
    note_of_opening().write_text(f"{hall.port}\n")  # of an earlier version
    assert networks_of_opening(hall.port) is None


HOME = "127.0.0.0/24"
CAFE = Interface("127.0.7.2", "wlan0", router="02:00:00:00:00:07")


@pytest.mark.parametrize(
    ("before", "now", "is_used"),
    [
        pytest.param({HOME: ""}, Interface("127.0.0.9", "wlan0"), True, id="another address there"),
        pytest.param({HOME: ""}, CAFE, False, id="a cafe"),
        pytest.param({HOME: "aa"}, Interface("127.0.0.2", "wlan0", router="aa"), True, id="the same router"),
        pytest.param(
            {HOME: "aa"}, Interface("127.0.0.2", "wlan0", router="bb"), False, id="its usual prefix"
        ),
        pytest.param({HOME: "aa"}, Interface("127.0.0.2", "wlan0"), False, id="a router that is not known"),
    ],
)
def test_a_restart_opens_in_the_network_of_before_and_asks_in_another(
    make_hall, network, settings, before, now, is_used
):
    network[:] = [now]
    hall = make_hall()
    hall.open(before)
    assert hall.is_open
    assert list(hall.server.listening) == ([now.address] if is_used else [])
    assert hall.waiting == ([] if is_used else [now])
    assert (now.address in settings.ALLOWED_HOSTS) == is_used
    if not is_used:
        assert settings.PHONE_ADDRESS == ""
        hall.allow_networks()
        assert (list(hall.server.listening), hall.waiting) == ([now.address], [])
        assert now.network in networks_of_opening(hall.port)


def test_a_hall_that_comes_to_another_network_asks_and_comes_back_by_itself(make_hall, network):
    home = network[0]
    hall = make_hall()
    hall.open()
    network[:] = [CAFE]
    hall.refresh()
    assert (hall.server.listening, hall.waiting) == ({}, [CAFE])
    network[:] = [home]
    hall.refresh()
    assert (list(hall.server.listening), hall.waiting) == ([home.address], [])
    network[:] = [home._replace(address="127.0.0.77", router="dd")]  # the same Wi-Fi by another repeater
    hall.refresh()
    assert (list(hall.server.listening), hall.waiting) == (["127.0.0.77"], [])
    network.append(Interface("127.0.9.1", "tun0"))  # a VPN: no phone is there
    hall.refresh()
    assert (list(hall.server.listening), hall.waiting) == (["127.0.0.77"], [])


def test_an_opening_without_a_network_takes_the_first_that_comes(make_hall, network):
    network[:] = [Interface("127.0.9.1", "docker0")]
    hall = make_hall()
    hall.open()
    network.append(Interface("127.0.0.2", "wlan0"))
    hall.refresh()
    assert sorted(hall.server.listening) == ["127.0.0.2", "127.0.9.1"]
    network[:] = [CAFE]
    hall.refresh()
    assert hall.waiting == [CAFE]


@pytest.mark.parametrize("name", ["wlan0", ""])
def test_a_new_prefix_of_ipv6_beside_a_known_network_is_used(make_hall, network, monkeypatch, settings, name):
    monkeypatch.setattr("club.hall.hall.bound_socket", Unbound)
    network[:] = [Interface("127.0.0.2", name)]
    hall = make_hall()
    hall.open()
    network.append(Interface("fd12::20", name))
    hall.refresh()
    assert hall.waiting == []
    assert hall.sites == [f"http://127.0.0.2:{hall.port}/", f"http://[fd12::20]:{hall.port}/"]
    assert "[fd12::20]" in settings.ALLOWED_HOSTS
    assert hall.multicast.asked == [(["127.0.0.2"], hall.port)]
    assert hall.networks == {"127.0.0.0/24": "", "fd12::/64": ""}


@pytest.mark.skipif(not socket.has_ipv6, reason="this machine has no IPv6")
def test_a_socket_of_ipv6_leaves_the_port_of_ipv4_free():
    with bound_socket("::1", 0) as six:
        port = six.getsockname()[1]
        with bound_socket("127.0.0.1", port) as four:
            assert four.getsockname()[1] == port


def test_linux_tells_addresses_of_ipv6_and_routers(monkeypatch, tmp_path):
    lines = {
        "if_inet6": "fd120000000000000000000000000020 02 40 00 80     wlan0\n"
        "fd120000000000000000000000000099 02 40 00 01     wlan0\n"  # temporary
        "fe800000000000000000000000000020 02 40 20 80     wlan0\n",
        "route": "Iface Destination Gateway\nwlan0 00000000 0101A8C0\nwlan0 0001A8C0 00000000\n",
        "arp": "IP HW Flags Hardware Mask Device\n192.168.1.1 0x1 0x2 aa:bb:cc:dd:ee:ff * wlan0\n"
        "192.168.1.7 0x1 0x0 00:00:00:00:00:00 * wlan0\n",
    }
    for name, text in lines.items():
        (tmp_path / name).write_text(text)
    for table, name in (("IPV6", "if_inet6"), ("ROUTE", "route"), ("NEIGHBOUR", "arp")):
        monkeypatch.setattr(network_addresses, f"{table}_TABLE", tmp_path / name)
    monkeypatch.setattr(network_addresses, "IS_LINUX", True)
    monkeypatch.setattr(
        network_addresses, "_ipv4_interfaces", lambda: [Interface("192.168.1.20", "wlan0", 16)]
    )
    monkeypatch.setattr(network_addresses, "_route_addresses", lambda _family: [])
    four, six = local_interfaces()
    assert (four.network, four.router) == ("192.168.0.0/16", "aa:bb:cc:dd:ee:ff")
    assert (six.address, six.network, six.name) == ("fd12::20", "fd12::/64", "wlan0")


def test_a_phone_is_noted_by_the_code_of_this_opening_alone(make_hall):
    hall = make_hall()
    assert hall.note_phone("", "192.168.1.31") is None
    hall.open()
    assert hall.note_phone("another", "192.168.1.31") is None
    assert hall.note_phone(hall.nonce, "127.0.0.1") is False
    assert hall.note_phone(hall.nonce, "127.0.0.2") is False
    assert hall.reached() == (0, None)
    for phone in ("192.168.1.31", "192.168.1.32", "192.168.1.31"):
        assert hall.note_phone(hall.nonce, phone)
    assert hall.reached().phones == 2
    before = hall.nonce
    hall.close()
    hall.open()
    assert hall.note_phone(before, "192.168.1.31") is None
    assert hall.reached() == (0, None)


class Zeroconf:
    """The optional package, with the names that others in the network have."""

    IPVersion = SimpleNamespace(V4Only=4)
    Error = RuntimeError

    def __init__(self, taken):
        self.taken, self.registered, self.closed = taken, [], 0

    def Zeroconf(self, **_given):  # noqa: N802
        return self

    def AddressResolverIPv4(self, server):  # noqa: N802
        return SimpleNamespace(
            request=lambda _responder, _wait: server in self.taken,
            parsed_addresses=lambda: self.taken[server],
        )

    def ServiceInfo(self, _kind, name, **facts):  # noqa: N802
        return name, facts["server"]

    def register_service(self, service, **_given):
        self.registered.append(service)

    def close(self):
        self.closed += 1


@pytest.mark.parametrize(
    ("taken", "name"),
    [
        pytest.param({}, "draughts.local", id="free"),
        pytest.param({"draughts.local.": ["192.168.1.9"]}, "draughts-2.local", id="another laptop has it"),
        pytest.param({"draughts.local.": [WIFI.address]}, "draughts.local", id="its own"),
        pytest.param({f"{one}.local.": ["10.1.1.1"] for one in multicast_name.NAMES}, "", id="all taken"),
    ],
)
def test_the_name_in_the_network_is_one_that_nobody_has(monkeypatch, taken, name):
    package, own = Zeroconf(taken), MulticastName()
    monkeypatch.setattr("importlib.import_module", lambda _name: package)
    own._register(own._turn, [WIFI.address], 8000)
    assert own.name == name
    assert [server for _name, server in package.registered] == ([f"{name}."] if name else [])
    own._register(own._turn - 1, [WIFI.address], 8000)  # closed while it asked
    assert package.closed >= 1


def test_without_the_package_there_is_no_name(monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    own = MulticastName()
    own.start([WIFI.address], 8000)
    assert own.name == ""


@pytest.mark.parametrize(
    ("platform", "first"), [("win32", "Windows"), ("darwin", "macOS"), ("linux", "Linux")]
)
def test_the_firewall_of_this_machine_comes_first(platform, first):
    hints = firewall_hints(8772, platform=platform)
    assert [one.system for one in hints if one.is_own] == [first] == [hints[0].system]
    assert sorted(one.system for one in hints) == ["Linux", "Windows", "macOS"]
    assert "8772" in " ".join(command for one in hints for command in one.commands if one.system != "macOS")
