"""A house of many nodes: who is there, where a table is at home, and how pages reach it from any node."""
