"""What Lueur teaches a bot that looks ahead."""

from embertable.bots.lueur.sense import LueurSense

__all__ = ["LueurSense"]
