"""The catalogues: strings found, files kept up to date, faults told. Needs Babel, a tool of development."""
