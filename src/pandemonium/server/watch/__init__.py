"""The house as its operator sees it: by figures, by logs, and in a browser."""
