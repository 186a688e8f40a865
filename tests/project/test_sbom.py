"""docs/sbom.json has every package of the lock that the product installs, and every file of others."""

import copy
import json
import tomllib
from functools import cache

import pytest
import sbom
from processes import REPOSITORY

PICTURES_AND_CODE = {".woff2", ".ttf", ".otf", ".svg"}
OWN = {"club/static/club/icon.svg"}


def listed():
    return json.loads((REPOSITORY / "docs" / "sbom.json").read_text(encoding="utf-8"))


@cache
def locked():
    """Return the packages of uv.lock, each name with the rows that have it."""
    rows = {}
    for row in tomllib.loads((REPOSITORY / "uv.lock").read_text(encoding="utf-8"))["package"]:
        rows.setdefault(row["name"], []).append(row)
    return rows


def needed():
    """Return name and version of each package of the product, also those of single systems and Pythons."""
    (project,) = locked()["draughts-club"]
    waiting = [*project["dependencies"], *project["optional-dependencies"]["hall"]]
    waiting += project["dev-dependencies"]["services"]
    seen, found = set(), set()
    while waiting:
        wanted = waiting.pop()
        extras = tuple(wanted.get("extra", ()))
        key = (wanted["name"], wanted.get("version"), extras)
        if key in seen:
            continue
        seen.add(key)
        for row in locked()[wanted["name"]]:
            if wanted.get("version") in (None, row["version"]):
                found.add((row["name"], row["version"]))
                waiting += row.get("dependencies", [])
                waiting += [one for extra in extras for one in row["optional-dependencies"][extra]]
    return found


def faults(bom):
    """Return everything that is wrong with the list."""
    packages = {
        (one["name"], one["version"]) for one in bom["components"] if one["purl"].startswith("pkg:pypi/")
    }
    found = [f"{name} {version} is not in the list" for name, version in sorted(needed() - packages)]
    found += [f"{name} {version} is not in the lock" for name, version in sorted(packages - needed())]
    vendored = {one["name"]: one for one in bom["components"] if one["bom-ref"].startswith("vendored-")}
    for package in sbom.FILES:
        if vendored.get(package.name) != sbom.component_of(package):
            found.append(f"{package.name}: version, licence, files or digests are others")
        if not (REPOSITORY / package.licence_file).exists():
            found.append(f"{package.licence_file} does not exist")
    return found


def test_the_list_has_every_package_of_the_lock():
    assert len(needed()) > 50
    assert faults(listed()) == [], "make sbom"


def test_every_file_of_others_is_listed_with_its_digest():
    known = {
        part["name"]
        for one in listed()["components"]
        for part in one.get("components", [])
        if len(part["hashes"][0]["content"]) == 64
    }
    places = [*REPOSITORY.glob("*/static/**/*"), *REPOSITORY.glob("club/paper/**/*")]
    of_others = {
        str(path.relative_to(REPOSITORY))
        for path in places
        if path.suffix in PICTURES_AND_CODE or ("vendor" in path.parts and path.suffix == ".js")
    }
    assert len(of_others) > 90
    assert of_others - known - OWN == set()


def test_names_of_vendored_files_have_their_version():
    for package in sbom.FILES[:2]:
        assert package.version in package.files


@pytest.mark.parametrize("kind", ["package", "version", "digest", "file"])
def test_a_fault_of_the_list_is_found(kind):
    bom = copy.deepcopy(listed())
    htmx = next(one for one in bom["components"] if one["name"] == "htmx.org")
    django = next(one for one in bom["components"] if one["name"] == "django")
    if kind == "package":
        bom["components"].remove(django)
    elif kind == "version":
        django["version"] = "4.2"
    elif kind == "digest":
        htmx["components"][0]["hashes"][0]["content"] = "0" * 64
    else:
        htmx["components"] = []
    assert faults(bom)
