"""Programs that play online: a house, a seat at one of its tables, and a bot that plays there (docs/programs.md)."""

from pandemonium.online.asking import Refused, Unreachable
from pandemonium.online.house import House, sit
from pandemonium.online.seat import Seat, Turn

__all__ = ["House", "Refused", "Seat", "Turn", "Unreachable", "sit"]
