"""Clients of the public API.  They import nothing of the project; what they know, it told them."""
