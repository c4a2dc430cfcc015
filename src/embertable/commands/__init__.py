"""The commands, one file each; every file has a `command`."""
