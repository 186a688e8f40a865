"""My evening: the page of a player on a phone, and the phones that show it."""
