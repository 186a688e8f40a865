"""Game records to import."""


def game(moves, white="White, W.", result="*", **tags):
    lines = [f'[White "{white}"]', '[Black "Black, B."]']
    lines += [f'[{name} "{value}"]' for name, value in tags.items()]
    return "\n".join([*lines, f'[Result "{result}"]', "", f"{moves} {result}", "", ""])
