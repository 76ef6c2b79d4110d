"""Our games elsewhere, and theirs here: environments of PettingZoo (`aec`), games of OpenSpiel (`openspiel`), and any
of OpenSpiel's games as one that is played and studied here (`theirs`).

The extra `interop` brings both libraries: `pip install playtest-workbench[interop]`.
"""
