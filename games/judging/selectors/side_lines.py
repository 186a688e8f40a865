"""Variations and signs of annotation for the reader of a score sheet; none of them is judged."""

from collections.abc import Iterable, Iterator

from games.pdn import Comment, Element, MoveNumber, MoveText, Nag, Variation

SIGNS = {1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}


def nag_sign(nag: Nag) -> str:
    """Return the sign of a glyph, or its number if it has none."""
    return SIGNS.get(nag.number, f"${nag.number}")


def variation_text(variation: Variation) -> str:
    """A bracketed line with the lines inside it, without commands."""
    return f"({_join_words(_words(variation.elements))})"


def _words(elements: Iterable[Element]) -> Iterator[str]:
    for element in elements:
        if isinstance(element, MoveNumber):
            yield f"{element.number}{'.' if element.dots <= 1 else '...'}"
        elif isinstance(element, MoveText):
            yield f"{element.text}{element.strength}"
        elif isinstance(element, Nag):
            yield nag_sign(element)
        elif isinstance(element, Comment):
            yield element.words
        elif isinstance(element, Variation):
            yield variation_text(element)


def _join_words(words: Iterable[str]) -> str:
    """Join words with blanks between them; the signs of glyphs are attached to their move."""
    text = ""
    for word in filter(None, words):
        text += word if not text or word in SIGNS.values() else f" {word}"
    return text
