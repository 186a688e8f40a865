"""How many queries a page may take: written down here, so that one more is a decision and not an accident."""

# Page: queries for a visitor (None: it is closed to them), queries for an owner.
BUDGETS = {
    "games:home": (27, 28),  # the page of the only club
    "games:list": (4, 7),
    "games:check": (0, 3),
    "games:enter": (0, 3),
    "games:compare": (0, 3),
    "games:adjudicate": (1, 3),
    "games:imports": (3, 6),
    "games:laws": (0, 3),
    "games:house_rules_list": (None, 9),
    "games:new_house_rules": (None, 8),
    "club:desk": (None, 21),
    "club:desk_search": (None, 20),
    "club:persons": (None, 7),
    "club:members": (None, 9),
    "club:plans": (None, 9),
    "club:equipment": (None, 10),
    "club:bank": (None, 12),
    "club:bank_settled": (None, 8),
    "club:households": (None, 9),
    "club:consents": (None, 9),
    "club:me": (None, 23),
    "club:money": (None, 18),
    "club:fee_runs": (None, 20),
    "club:invoices": (None, 9),
    "club:payments": (None, 9),
    "club:reminders": (None, 11),
    "club:money_settings": (None, 13),
    "club:joins": (None, 10),
    "club:join_form": (None, 9),
    "club:duplicates": (None, 9),
    "club:members_invite": (None, 8),
    "club:desk_calendar": (None, 9),
    "club:desk_date_new": (None, 9),
    "club:venues": (None, 9),
    "club:own_club": (None, 9),
    "club:notices": (None, 9),
    "club:notice_new": (None, 12),
    "club:my_notices": (None, 10),
    "club:own_calendar": (None, 8),
    "club:invitations": (None, 7),
    "club:roles": (None, 8),
    "club:passes": (None, 7),
    "club:hall": (None, 7),
    "club:audit": (None, 10),
    "club:tokens": (None, 6),
    "club:account": (None, 6),
    "club:jobs": (None, 10),
    "club:outbox": (None, 9),
    "club:backups": (None, None),
    "games:ending_tables": (None, None),
    "tournaments:events": (11, 14),
    "tournaments:desk_events": (None, 9),
    "tournaments:desk_event_new": (None, 9),
    "tournaments:desk_precedents": (None, 11),
    "tournaments:desk_ratings": (None, 7),
    "tournaments:desk_ladders": (None, 9),
}
SITE = {"club:backups": 5, "games:ending_tables": 5}  # pages open to whoever runs the site alone
# A month and a feed of a club with a dozen dates, each with a day held otherwise; a notice to a dozen.
CALENDAR = {
    "club:calendar": (12, 15),
    "club:calendar_feed": (10, 12),
    "club:desk_date": (None, 9),
    "club:notice": (None, 17),
}
# One question for each kind of thing that can be held, and for each kind of thing the trail tells of.
PERSON = {"club:member_erase": (None, 220)}
GAME = {"games:game": (2, 5), "games:game_sheet": (2, 5)}
# The same of an event with a dozen players and two rounds played; how many there are makes no difference.
EVENT = {
    "tournaments:event": (31, 29),  # the last one is of the clock
    "tournaments:players": (9, 9),
    "tournaments:pairings": (14, 14),
    "tournaments:standings": (17, 17),
    "tournaments:standings_now": (16, 16),
    "tournaments:progress": (14, 14),
    "tournaments:crosstable": (14, 14),
    "tournaments:crosstable_by_round": (14, 14),
    "tournaments:charts": (17, 17),
    "tournaments:desk_event": (None, 14),
    "tournaments:desk_close": (None, 10),
    "tournaments:desk_thanks": (None, 14),
    "tournaments:desk_screens": (None, 14),
    "tournaments:desk_share": (None, 9),
    "tournaments:desk_paper": (None, 9),
    "tournaments:desk_certificates": (None, 9),
    "tournaments:desk_paper_preview": (None, 12),
    "tournaments:desk_paper_pdf": (None, 11),
    "tournaments:section_games": (9, 9),
    "tournaments:desk_round_games": (None, 9),
    "tournaments:desk_board": (None, 10),
    "tournaments:event_calendar": (9, 12),
    "tournaments:section_calendar": (10, 10),
    "tournaments:desk_settings": (None, 9),
    "tournaments:desk_entries": (None, 15),
    "tournaments:desk_entry": (None, 12),
    "tournaments:desk_setup": (None, 14),
    "tournaments:desk_officials": (None, 8),
    "tournaments:desk_event_news": (None, 10),
    "tournaments:desk_webhooks": (None, 9),
    "tournaments:regulations": (3, 7),
    "tournaments:desk_regulations": (None, 8),
    "tournaments:desk_equipment": (None, 8),
    "tournaments:desk_event_ratings": (None, 9),
    "tournaments:desk_equipment_sheet": (None, 8),
    "tournaments:desk_inbox": (None, 13),
    "tournaments:desk_check_in": (None, 14),
    "tournaments:desk_phones": (None, 9),
    "tournaments:enter": (6, 8),
    "tournaments:desk_round": (None, 26),
    "tournaments:desk_cards": (None, 8),
    "tournaments:hall_section": (None, 15),
    "tournaments:board": (15, 18),
    "tournaments:incident": (None, 14),
    "tournaments:calls": (None, 11),
    "tournaments:desk_handout": (None, 16),
    "tournaments:desk_standings": (None, 16),
    "tournaments:desk_cases": (None, 12),
    "tournaments:desk_case": (None, 40),
    "tournaments:rulings": (11, 11),
    "tournaments:desk_appeals": (None, 12),
    "tournaments:desk_arbiter_report": (None, 12),
}
# Live boards of an event with 64 games in play, and the bytes of the largest pages.
LIVE = {
    "tournaments:live": (10, 8),
    "tournaments:live_board": (8, 7),
    "tournaments:live_pdn": (13, 12),
    "tournaments:live_enter": (None, 9),
    "tournaments:board_moves": (7, 9),
    "tournaments:board_moves_enter": (8, 10),
    "tournaments:desk_live": (None, 12),
    "tournaments:desk_live_alerts": (None, 9),
}
LIVE_BYTES = {
    "tournaments:live": 200_000,
    "tournaments:desk_live_alerts": 130_000,
}
PINNED = 1  # more for each page of the desk: the event on top of the menu
FIRST = 3  # more for the first page of a session, as all are in the walk: the pin is written

# Addresses of the walk without a line above may ask so many, with a row or two of each kind.
CEILING = 30
# Those that ask more there: one query for each kind of thing that can be held of somebody, and for each
# rating list.
WALKED = {
    "club-api:member-erasure": 156,
    "club-api:member-data": 78,
    "tournaments:desk_event_ratings": 14,
}


def event_budget_of(name, *, is_visitor):
    """Return how many queries a page of an event may ask; None if it is closed."""
    budget = EVENT[name][0 if is_visitor else 1]
    return None if budget is None else budget + PINNED * (not is_visitor)


def budget_of(name, *, is_visitor):
    """Return how many queries an address may ask in the walk: by its own line, else by the ceiling."""
    visitors, owners = (BUDGETS | CALENDAR | PERSON | GAME | EVENT).get(name, (None, None))
    budget = WALKED.get(name) or SITE.get(name) or (visitors if is_visitor else owners)
    pins = name.startswith("tournaments:desk_") and not is_visitor
    return CEILING if budget is None else budget + (PINNED + FIRST) * pins
