"""What a server has to keep, tried by guests over REST and over sockets."""
