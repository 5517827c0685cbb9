"""What a table is and does, and what each pair of eyes is shown of it."""
