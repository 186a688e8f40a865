"""Lists of players that directors have as files: read as a stream, recognised by their content.

`reading.read_list` is the way in. `players` has the values and the search; `fixed_width`, `tables` and
`documents` read the kinds of files. No module here knows the database.
"""
