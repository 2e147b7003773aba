"""Writing a message by hand, right or wrong: its text, what we would add, what is wrong with it. Pure.

What is sent is what stands there. Nothing is added behind the person's back: each member, header and line end that the
protocol or a form would have put there is an `Addition`, seen, and switched off at will; what is wrong is told
(`wrong`), and can be mended, but never prevented.
"""
