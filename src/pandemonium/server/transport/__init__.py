"""How frames come and go: the session of one socket, its connection, frames, and our protocol on uvicorn."""
