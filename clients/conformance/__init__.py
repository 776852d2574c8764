"""Puts servers and clients of the protocol through it, from outside, and says what held."""
