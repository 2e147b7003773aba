"""What a session means: folds over records, each of which can be fed live or all at once with the same outcome."""
