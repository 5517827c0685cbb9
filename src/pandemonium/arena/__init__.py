"""Who plays how well: bots meet by the hundred, and what follows from that."""
