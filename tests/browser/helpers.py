"""What a person does at the board."""

import json

WIDE = 1280

DROP = """([area, name, text]) => {
  const transfer = new DataTransfer();
  transfer.items.add(new File([text], name, { type: "text/plain" }));
  const zone = document.querySelector(area);
  for (const kind of ["dragenter", "dragover", "drop"]) {
    zone.dispatchEvent(new DragEvent(kind, { dataTransfer: transfer, bubbles: true, cancelable: true }));
  }
}"""


def drop(page, area, name, text):
    """Drop a file on a part of the page."""
    page.evaluate(DROP, [area, name, text])


def square(page, number):
    """The place of a square on the board."""
    return page.locator(f".board__hit[data-square='{number}']")


def press(page, *numbers):
    """Press squares one after the other, by finger on a narrow screen."""
    for number in numbers:
        place = square(page, number)
        if page.viewport_size["width"] < WIDE:
            place.tap()
        else:
            place.click()


def score(page):
    """The moves on the entry pad's sheet."""
    return page.locator("[data-score] [data-ply]").all_inner_texts()


def wait_for_moves(page, *moves):
    """Wait until the sheet reads so."""
    page.wait_for_function(
        "expected => JSON.stringify([...document.querySelectorAll('[data-score] [data-ply]')]"
        ".map(move => move.textContent)) === expected",
        arg=json.dumps(list(moves)).replace(", ", ","),
    )


def wait_for_turn(page, text):
    """Wait until the pad says whose move it is."""
    page.locator("[data-turn]", has_text=text).wait_for()


def touch(page, *points):
    """Lay a finger down, move it along the points and lift it."""
    session = page.context.new_cdp_session(page)
    kinds = ["touchStart", *["touchMove"] * (len(points) - 1)]
    for kind, (x, y) in zip(kinds, points, strict=True):
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
        page.wait_for_timeout(30)
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
