"""Lists that people upload: spreadsheets, CSV files and pasted rows with columns of any name and order."""
