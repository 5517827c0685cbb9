"""A race over the network: the judge, the round trips of connections, and the race at a table."""
