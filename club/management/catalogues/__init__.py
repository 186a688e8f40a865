"""Translation catalogues: extract strings, update files, report faults. Needs Babel, a development tool."""
