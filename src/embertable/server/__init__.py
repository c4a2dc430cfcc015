"""Live tables over HTTP and sockets: rooms, storage, protocol."""
