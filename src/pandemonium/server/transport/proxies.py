"""Whose word is taken for whom they speak: proxies that end people's connections and open their own to the house."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import Final

from pandemonium.core.game import Refusal

HERE: Final = "127.0.0.1"
"""If none is named: one on this machine."""
ANY: Final = "*"


def checked(named: str) -> str:
    """What somebody has named, if it can be believed at all. Raises Refusal."""
    for word in filter(None, map(str.strip, named.split(","))):
        if word != ANY and _network(word) is None:
            raise Refusal("bad-proxy", word=word)
    return named


class Proxies:
    """Addresses and networks, with commas between them."""

    def __init__(self, named: str) -> None:
        self.named = named or HERE
        self._words = {word.strip() for word in self.named.split(",")}
        self._networks = [network for word in self._words if (network := _network(word)) is not None]
        self._has = lru_cache(maxsize=4096)(self._looks_up)

    def __contains__(self, host: object) -> bool:
        return isinstance(host, str) and self._has(host)

    def _looks_up(self, host: str) -> bool:
        if ANY in self._words or host in self._words:
            return True
        try:
            address = ip_address(host)
        except ValueError:
            return False
        return any(address in network for network in self._networks)


def _network(word: str) -> IPv4Network | IPv6Network | None:
    try:
        return ip_network(word)
    except ValueError:
        return None
