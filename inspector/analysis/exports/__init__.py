"""A recorded session in the forms of others: HAR 1.2, Markdown for a report, curl commands, messages line by line."""
