"""What crosses the wire between the house and a page. The TypeScript types are made from these (scripts/types)."""
