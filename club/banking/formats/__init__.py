"""Bank files read and payments matched: values in, values out. Knows no table and no clock."""
