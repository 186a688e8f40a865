"""Round robins by table: Berger's with its draw of numbers, and team against team."""
