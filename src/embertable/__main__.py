"""Makes `python -m embertable` the same as `embertable`."""

from embertable.cli import main

main()
