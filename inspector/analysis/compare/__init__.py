"""Two sessions compared: what is offered, and what was answered.

side        one session, as far as a comparison needs it
schemas     what a change of a JSON Schema does to those who write or read its values
keywords    the same of one keyword by itself
offered     tools, resources, templates, prompts and the server itself, each change breaking or compatible
asked       the requests of a session that have an answer, each with that answer
resending   what becomes of a recorded request that is sent again
answers     two answers compared, without what is another each time
judging     one request in both, with the verdict on its answers, and what it took
sessions    all of it together
"""
