"""The house on the network: tables, people, sockets."""
