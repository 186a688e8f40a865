"""What stands in the way of two players becoming one, by stable codes; `merge_texts` has the words."""

from club.core.errors import ClubError


class PlayedInOneSection(ClubError):
    """Both play in one section: they are two persons there. Facts: name, section."""

    code = "played_in_one_section"


class RatingsOutOfDate(ClubError):
    """A list that rates one of them is not what its results make of it now. Facts: list."""

    code = "ratings_out_of_date"


class BothOnOneLadder(ClubError):
    """Both were on one ladder: they are two players there. Facts: name, ladder."""

    code = "both_on_one_ladder"
