"""Priority of captures: an ordered key of named criteria.

Each criterion gives a number to a capture (``Search.rank`` in ``generator.py``); the captures with the
largest numbers stay. A variant lists the names in the order in which they decide.
"""

from games.rules.shapes import BY_KING, KING_EARLIEST, MOST_KINGS, MOST_PIECES, MOST_VALUE

CRITERIA = {
    "most_pieces": MOST_PIECES,  # the number of pieces captured (FMJD Annex 1, 4.13)
    # a king is worth more than a man and a little less than two (Frisian rules 2011): in 64ths of a man,
    # a king as 127, because no capture takes 64 kings
    "most_value": MOST_VALUE,
    "by_king": BY_KING,  # one when a king captures, nought when a man does
    "most_kings": MOST_KINGS,  # the number of kings captured
    # larger when a king is met earlier: the order of captures read as binary digits, kings are ones
    "king_earliest": KING_EARLIEST,
}
