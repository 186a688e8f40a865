"""An evening at the desk as a director sees it; every click and every key is counted."""

from playwright.sync_api import expect

ROWS = """rows => rows.map(row => ({
  id: row.id,
  players: [...row.querySelectorAll('.board-row__player')].map(cell =>
    [...cell.childNodes].map(node => node.matches?.('.numeric') ? '' : node.textContent).join('').trim()),
  games: row.querySelectorAll('[id^=game-]').length,
  openings: [...row.querySelectorAll('a.opening')].map(one => one.textContent.trim()),
}))"""
WON, DRAWN, LOST = "1", "2", "3"
POINTS = {WON: (2, 0), DRAWN: (1, 1), LOST: (0, 2)}


class Director:
    """Somebody at the desk with a mouse and a keyboard."""

    def __init__(self, page):
        self.page = page
        self.clicks = self.keys = 0

    def count(self):
        """Clicks and keys since the last count; typing into fields is not counted."""
        counted = (self.clicks, self.keys)
        self.clicks = self.keys = 0
        return counted

    def click(self, place):
        self.clicks += 1
        place.click()

    def button(self, name, *, within=None, exact=True):
        self.click((within or self.page).get_by_role("button", name=name, exact=exact).first)

    def link(self, name):
        self.click(self.page.get_by_role("main").get_by_role("link", name=name, exact=True).first)

    def key(self, key):
        self.keys += 1
        self.page.keyboard.press(key)

    def boards(self):
        """The boards of the round on the page: players by name, the first first; byes have one."""
        return self.page.locator("tr.board-row").evaluate_all(ROWS)

    def enter_results(self, keys):
        """Press a key for every open game, as fast as they come."""
        for key in keys:
            self.key(key)
        expect(self.page.locator("[data-open]")).to_have_count(0)


class Reckoning:
    """Points by name as somebody with paper adds them up."""

    def __init__(self):
        self.points = {}
        self.openings = {}

    def add(self, name, points):
        self.points[name] = self.points.get(name, 0) + points

    def round(self, boards, keys, *, bye):
        """Book a round: keys in the order of the open games, each told of the first player of its board."""
        keys = iter(keys)
        for board in boards:
            if len(board["players"]) == 1:
                self.add(board["players"][0], bye)
                continue
            for _game in range(board["games"]):
                for name, points in zip(board["players"], POINTS[next(keys)], strict=True):
                    self.add(name, points)

    def correct(self, players, was, now):
        """Book a game again."""
        for name, old, new in zip(players, POINTS[was], POINTS[now], strict=True):
            self.add(name, new - old)

    def ballots(self, boards):
        """Every board has one opening for all its games, and nobody has one twice."""
        for board in boards:
            if len(board["players"]) > 1:
                (opening,) = board["openings"]
                for name in board["players"]:
                    had = self.openings.setdefault(name, set())
                    assert opening not in had, f"{name} has {opening} again"
                    had.add(opening)


def found_club(page, url):
    """From an empty site to the desk of a new club, as its first user."""
    page.goto(f"{url}/welcome/")
    page.get_by_label("Name", exact=False).first.fill("Ada Lees")
    page.get_by_label("Email").fill("ada@club.example")
    page.get_by_label("Password").fill("correct horse battery staple")
    page.get_by_label("Name of your club or federation").fill("Northern Draughts")
    page.get_by_role("button", name="Get started").click()
    page.wait_for_url("**/welcome/done/")
    page.goto(f"{url}/desk/")
