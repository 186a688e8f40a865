"""Rounds of club nights: near in strength, few meetings again, colours even over the season."""
