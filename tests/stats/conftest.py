"""Loads what the statistics load on first use, so that no Hypothesis example pays for it and misses its deadline."""

import scipy.special

assert scipy.special
