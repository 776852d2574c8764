"""What a client has to keep, tried by a server that plays from a script."""
