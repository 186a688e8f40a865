"""Books of house rules: articles of a law book for changed facts."""
