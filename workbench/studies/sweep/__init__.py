"""The best values of up to three rules, and which rule matters most."""
