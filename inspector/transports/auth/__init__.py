"""Authorization: how a client of a protected server finds out whom to ask, says who it is, and gets its token.

    challenge ─▶ discovery ─▶ identity ─▶ scopes ─▶ grants ─▶ tokens        pure: steps out, replies in
                                    flow puts them together
    authorizer carries the steps out: requests (fetching), a person and a browser (person, callback), storage (store)

Each conversation is a generator without I/O: it yields a step (`steps`), gets what came of it, and ends with a value or
raises AuthorizationNeeded, which names what failed, why, and the remedy. Every request of it stands in the journal
without its secrets, and every decision with its clause.

The transports send through an HTTP client, but each request of theirs is a record, and so is each repetition: what a
401 leads to is therefore begun where the answer is seen (`http_exchange`), and not within the library's own hook for
authentication, whose requests nobody would see.

Source: `basic/authorization` of each revision, `docs/extensions/auth`.
"""
