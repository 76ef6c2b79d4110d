"""Plotly figures, each with the one plain sentence that says what it shows."""
