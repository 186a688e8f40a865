"""Swiss rounds of matches: one, two or four games a pairing, as checkers and draughts events play them."""
