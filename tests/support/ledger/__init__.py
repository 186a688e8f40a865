"""An app for the tests of jobs: a ledger in which every job writes one line."""
