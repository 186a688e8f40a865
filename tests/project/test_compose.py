"""What compose.yaml and the recipe of its image may hold; `test_federation_killed` runs its commands."""

import re

from federation import SERVICES
from processes import REPOSITORY


def test_every_image_has_a_name_and_an_exact_version():
    for name, service in SERVICES.items():
        assert re.fullmatch(r"[a-z0-9./-]+:\d+(\.\d+)+[a-z0-9.-]*", service["image"]), name
    recipe = (REPOSITORY / "Containerfile").read_text()
    images = re.findall(r"(?:^FROM |--from=)([^\s]+/[^\s]+)", recipe, re.MULTILINE)
    assert len(images) == 5
    assert all(re.search(r":\d+\.\d+\.\d+", image) for image in images)


def test_the_image_is_compiled_by_its_own_python_and_holds_no_compiler():
    recipe = (REPOSITORY / "Containerfile").read_text()
    *stages, last = re.split(r"^FROM ", recipe, flags=re.MULTILINE)[1:]
    pythons = [re.match(r"\S+/python:([\d.]+)(-slim)?-(\w+)", stage) for stage in (*stages, last)]
    assert len({(python[1], python[3]) for python in pythons}) == 1
    assert pythons[-1][2] == "-slim"
    builder = next(stage for stage in stages if "games.compiled.build image" in stage)
    assert "AS compiled\n" in builder
    copied = (
        last.index("COPY games games\n"),
        last.index("COPY --from=compiled /site/games/compiled/built games/"),
    )
    assert copied[0] < copied[1]  # the forms lie upon the source they are made of
    assert "uv" not in last
    ignored = (REPOSITORY / ".containerignore").read_text().splitlines()
    assert "games/compiled/built" in ignored  # a form of this machine's Python stays here


def test_no_secret_is_written_down_and_none_has_a_default():
    text = (REPOSITORY / "compose.yaml").read_text()
    assert re.findall(r"\$\{(?!SITE_NAME:\?|POSTGRES_PASSWORD:\?)[^}]*\}", text) == []
    for line in (REPOSITORY / ".env.example").read_text().splitlines():
        name, _, value = line.partition("=")
        assert not value or name.startswith(("#", "SITE_NAME")), line


def test_whatever_stays_is_watched_and_doubled():
    for name, service in SERVICES.items():
        assert ("healthcheck" in service) == (service["restart"] != "no"), name
    assert {name for name, service in SERVICES.items() if service.get("deploy") == {"replicas": 2}} == {
        "web",
        "worker",
    }
