"""The house as its operator sees it: figures, logs, and a page of his own."""
