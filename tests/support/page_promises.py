"""The promises that all pages make, checked on one answer; and a name that is no script."""

from html.parser import HTMLParser

HOSTILE = "<script>alert(1)</script>"


DATA = {"application/json", "application/ld+json"}
"""Types of script elements that no browser runs."""


class Page(HTMLParser):
    """What the promises are about: scripts, styles, handlers, titles, headings, identifiers."""

    def __init__(self, response):
        super().__init__()
        self.inline, self.styles, self.handlers = [], [], []
        self.titles, self.headings, self.ids, self.tables = [], [], [], 0
        self._open = []
        self.feed(response.content.decode())

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        self._open.append((tag, given))
        if tag == "style" or "style" in given:
            self.styles.append(tag)
        if tag == "h1":
            self.headings.append(tag)
        self.handlers += [name for name in given if name.startswith(("on", "hx-on"))]
        is_drawn = all(name != "template" for name, _given in self._open)  # what a script draws once
        if "id" in given and is_drawn:
            self.ids.append(given["id"])

    def handle_data(self, data):
        tag, given = self._open[-1] if self._open else ("", {})
        if tag == "script" and data.strip() and given.get("type") not in DATA:
            self.inline.append(data)
        if tag == "title":
            self.titles.append(data)

    def handle_endtag(self, tag):
        while self._open and self._open.pop()[0] != tag:
            pass


def check_promises(response):
    page, asked = Page(response), response.request
    where = f"{asked['REQUEST_METHOD']} {asked['PATH_INFO']}?{asked['QUERY_STRING']}"
    assert page.inline == [], where
    assert page.styles == [], where
    assert page.handlers == [], where
    assert len(page.headings) == 1, where
    assert len(page.ids) == len(set(page.ids)), where
    assert page.titles[0].strip().endswith("Draughts Club"), where
    policy = response.headers["Content-Security-Policy"]
    assert "unsafe" not in policy, where
    assert "script-src 'self'" in policy, where
    return page
