"""The screens: they place widgets, feed them from the model, and turn their messages into wishes to the bridge."""
