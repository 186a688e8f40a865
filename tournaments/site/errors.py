"""Errors that refuse to merge two players, with stable codes; the texts are in `merge_texts`."""

from club.core.errors import ClubError


class PlayedInOneSection(ClubError):
    """Both play in one section, where they are two persons. Facts: name, section."""

    code = "played_in_one_section"


class RatingsOutOfDate(ClubError):
    """A list that rates one of them differs from what its results yield now. Facts: list."""

    code = "ratings_out_of_date"


class BothOnOneLadder(ClubError):
    """Both were on one ladder, where they are two players. Facts: name, ladder."""

    code = "both_on_one_ladder"
