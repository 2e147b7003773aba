"""The demands of revision 2026-07-28, by what they are about. Source: `docs/specification/2026-07-28/**`, its schema.

What is demanded on several pages in the same words stands here once, with the page that says the most.
"""
