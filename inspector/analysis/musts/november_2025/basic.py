"""The demands of 2025-11-25 about messages, the lifecycle, and the utilities of both sides."""

from typing import Final

from inspector.analysis.musts.must import INSIDE, PROVOKED, Must, seen, unseen

DEMANDS: Final[tuple[Must, ...]] = (
    # messages
    seen(
        "basic/index#result-responses",
        "Answer with the id of the request.",
        "answer-to-nothing",
        "wrong-id",
        "id-type-changed",
    ),
    seen("basic/index#result-responses", "Put a result into a result answer.", "no-answer", "result-and-error"),
    seen(
        "basic/index#error-responses",
        "Give an error the id of its request, unless that could not be read.",
        "error-without-id",
        "wrong-id",
        "answer-to-nothing",
        "id-type-changed",
    ),
    seen("basic/index#error-responses", "Give an error a code and a message at least.", "error-shape", "error-message"),
    seen("basic/index#error-responses", "Make error codes integers.", "error-shape"),
    seen("basic/index#messages", "Send each message by itself, and none in a batch.", "batch"),
    unseen("basic/index#schema-dialect", "Support JSON Schema 2020-12.", INSIDE),
    unseen("basic/index#implementation-requirements", "Take a schema without $schema for one of 2020-12.", INSIDE),
    unseen(
        "basic/index#implementation-requirements",
        "Check schemas by their dialect, and refuse a dialect that is not supported.",
        PROVOKED,
    ),
    seen(
        "basic/index#schema-validation",
        "Give schemas that are valid in their dialect.",
        "schema-invalid",
        "schema-dialect",
        "schema-reference",
    ),
    # lifecycle
    seen("basic/lifecycle#operation", "Respect the version that was agreed on.", "not-of-revision"),
    # utilities
    seen(
        "basic/utilities/progress#behavior-requirements",
        "Go on with the token of the call while its task goes on.",
        "progress-token",
    ),
    seen("basic/utilities/progress#behavior-requirements", "Send no progress once a task has ended.", "task-progress"),
    unseen(
        "basic/utilities/cancellation#behavior-requirements",
        "Cancel a request that became a task by tasks/cancel.",
        "We ask for no tasks of the client, and no server makes one of a request to it.",
    ),
)
