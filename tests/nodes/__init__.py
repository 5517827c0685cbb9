"""A house on many machines: real PostgreSQL, real NATS, and nodes that are processes of their own."""
