"""The dashboard: the only place that knows Streamlit."""
