"""List of what others made and the product contains, as CycloneDX: `make sbom` writes docs/sbom.json.

Python packages come from `uv export`, without those of developers. Files of others in the repository are the
rows of FILES. The list has neither a time nor a random number: the same lock and files give the same bytes.
"""

import hashlib
import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
LIST = ROOT / "docs" / "sbom.json"
GROUPS, EXTRAS = ("services",), ("hall",)
"""Dependency groups and extras that a site may install in addition."""


@dataclass(frozen=True, slots=True)
class Vendored:
    """Files of one package of others in the repository, by a pattern."""

    name: str
    version: str
    licence: str
    source: str
    files: str
    licence_file: str


FONTS, PAPER = "club/static/club/fonts", "club/paper/fonts"
FILES = (
    Vendored(
        *("htmx.org", "2.0.11", "0BSD", "pkg:npm/htmx.org@2.0.11"),
        *("club/static/club/vendor/htmx-2.0.11.min.js", "club/static/club/vendor/htmx.LICENSE.txt"),
    ),
    Vendored(
        *("idiomorph", "0.8.0", "0BSD", "pkg:npm/idiomorph@0.8.0"),
        *(
            "club/static/club/vendor/idiomorph-ext-0.8.0.min.js",
            "club/static/club/vendor/idiomorph.LICENSE.txt",
        ),
    ),
    Vendored(
        *("flag-icons", "7.5.0", "MIT", "pkg:npm/flag-icons@7.5.0"),
        *("tournaments/static/tournaments/flags/*.svg", "tournaments/static/tournaments/flags/LICENSE.txt"),
    ),
    Vendored(
        *("Source Sans 3", "3.052", "OFL-1.1", "pkg:github/adobe-fonts/source-sans@3.052R"),
        *(f"{FONTS}/source-sans-3-*.woff2", f"{FONTS}/source-sans-3.LICENSE.txt"),
    ),
    Vendored(
        *("Besley", "2.001", "OFL-1.1", "pkg:github/indestructible-type/Besley@2.001"),
        *(f"{FONTS}/besley-*.woff2", f"{FONTS}/besley.LICENSE.txt"),
    ),
    Vendored(
        *(
            "Source Sans 3 as Club Sheet Sans",
            "3.052",
            "OFL-1.1",
            "pkg:github/adobe-fonts/source-sans@3.052R",
        ),
        *(f"{PAPER}/club-sheet-sans-*.ttf", f"{PAPER}/LICENSE.txt"),
    ),
    Vendored(
        *(
            "DejaVu Sans as Club Sheet Wide",
            "2.37",
            "Bitstream-Vera",
            "pkg:github/dejavu-fonts/dejavu-fonts@2.37",
        ),
        *(f"{PAPER}/club-sheet-wide-*.ttf", f"{PAPER}/LICENSE-wide.txt"),
    ),
)


def digest_of(path: Path) -> dict[str, str]:
    """Return the digest of a file as CycloneDX writes it."""
    return {"alg": "SHA-256", "content": hashlib.sha256(path.read_bytes()).hexdigest()}


def component_of(package: Vendored) -> dict:
    """Return the component of a vendored package, each of its files with a digest."""
    files = [
        {"type": "file", "name": str(path.relative_to(ROOT)), "hashes": [digest_of(path)]}
        for path in sorted(ROOT.glob(package.files))
    ]
    return {
        "type": "library",
        "bom-ref": f"vendored-{package.name}@{package.version}",
        "name": package.name,
        "version": package.version,
        "purl": package.source,
        "licenses": [{"license": {"id": package.licence}}],
        "components": files,
    }


def python_packages() -> dict:
    """Return the list that uv makes of the lock."""
    extra = [part for name in EXTRAS for part in ("--extra", name)]
    groups = [part for name in GROUPS for part in ("--group", name)]
    command = [str(ROOT / ".venv/bin/uv"), "export", "--quiet", "--frozen", "--no-dev", *groups, *extra]
    made = subprocess.run(
        [*command, "--format", "cyclonedx1.5"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return json.loads(made.stdout)


def whole_list() -> dict:
    """Return the list of packages and files, without what differs from run to run."""
    listed = python_packages()
    del listed["serialNumber"], listed["metadata"]["timestamp"], listed["metadata"]["tools"]
    for component in listed["components"]:
        component.pop("externalReferences", None)  # addresses and digests of each wheel: they are in uv.lock
    listed["components"] += [component_of(package) for package in FILES]
    return listed


def main() -> None:
    """Write the list."""
    LIST.write_text(json.dumps(whole_list(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    sys.stdout.write(
        f"{LIST.relative_to(ROOT)}: {len(json.loads(LIST.read_text())['components'])} components\n"
    )


if __name__ == "__main__":
    main()
