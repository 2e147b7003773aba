"""The demands of 2025-11-25 about tasks."""

from typing import Final

from inspector.analysis.musts.must import CONDITION, INSIDE, PROVOKED, Must, seen, unseen

DEMANDS: Final[tuple[Must, ...]] = (
    seen(
        "basic/utilities/tasks#capabilities",
        "Declare tasks where requests may become tasks.",
        "task-unasked",
        "task-methods-undeclared",
    ),
    seen(
        "basic/utilities/tasks#tool-level-negotiation",
        "Refuse a call without a task with −32601 where the tool requires one.",
        "task-unasked",
    ),
    seen(
        "basic/utilities/tasks#task-support-and-handling",
        "Ignore task in requests of a kind for which tasks are not declared.",
        "task-unasked",
    ),
    seen("basic/utilities/tasks#task-id-requirements", "Make task ids strings.", "task-state", "task-told-state"),
    unseen("basic/utilities/tasks#task-id-requirements", "Make the id of a task where the task is made.", INSIDE),
    seen("basic/utilities/tasks#task-id-requirements", "Give each task an id of its own.", "task-beginning"),
    seen("basic/utilities/tasks#task-status-lifecycle", "Begin a task with the status working.", "task-beginning"),
    seen(
        "basic/utilities/tasks#task-status-lifecycle", "Change the status only as the states allow.", "task-transition"
    ),
    seen("basic/utilities/tasks#task-status-lifecycle", "Keep a status that ends a task.", "task-transition"),
    seen(
        "basic/utilities/tasks#input-required-status",
        "Name the task in the _meta of what is asked for it.",
        "task-related-request",
    ),
    seen(
        "basic/utilities/tasks#ttl-and-resource-management",
        "Say when a task was made.",
        "task-state",
        "task-told-state",
    ),
    seen(
        "basic/utilities/tasks#ttl-and-resource-management",
        "Say when a task was last changed.",
        "task-state",
        "task-told-state",
    ),
    seen(
        "basic/utilities/tasks#ttl-and-resource-management",
        "Say how long a task is kept, or null.",
        "task-state",
        "task-told-state",
    ),
    seen(
        "basic/utilities/tasks#result-retrieval", "Answer an accepted request for a task with the task.", "task-unasked"
    ),
    unseen(
        "basic/utilities/tasks#result-retrieval",
        "Answer tasks/result with the final result once the task has ended.",
        CONDITION,
    ),
    seen(
        "basic/utilities/tasks#result-retrieval", "Hold tasks/result back until the task has ended.", "task-transition"
    ),
    unseen(
        "basic/utilities/tasks#result-retrieval",
        "Answer tasks/result exactly as the request itself would have been.",
        INSIDE,
    ),
    seen(
        "basic/utilities/tasks#associating-task-related-messages",
        "Name the task in the _meta of all that belongs to it.",
        "task-related",
        "task-related-request",
    ),
    unseen(
        "basic/utilities/tasks#associating-task-related-messages",
        "Take the task from taskId, whatever _meta says.",
        PROVOKED,
    ),
    unseen("basic/utilities/tasks#task-listing", "Give nextCursor while there are more tasks.", CONDITION),
    unseen("basic/utilities/tasks#task-listing", "List each task that can be asked for.", CONDITION),
    seen(
        "basic/utilities/tasks#task-cancellation",
        "Refuse to cancel what has ended, with −32602.",
        "task-cancellation",
        "task-error-code",
    ),
    seen(
        "basic/utilities/tasks#task-cancellation",
        "Make a task cancelled before its cancellation is answered.",
        "task-cancellation",
    ),
    seen("basic/utilities/tasks#task-cancellation", "Keep a cancelled task cancelled.", "task-transition"),
    seen(
        "basic/utilities/tasks#related-task-metadata",
        "Name the task in the _meta of what tasks/result answers.",
        "task-related",
    ),
    seen("basic/utilities/tasks#protocol-errors", "Refuse an unknown task or cursor with −32602.", "task-error-code"),
    unseen(
        "basic/utilities/tasks#task-execution-errors",
        "Answer tasks/result with the error of the request, or with its result.",
        INSIDE,
    ),
    unseen(
        "basic/utilities/tasks#task-isolation-and-access-control",
        "Bind tasks to whoever is authorized, and show them to nobody else.",
        INSIDE,
    ),
    unseen(
        "basic/utilities/tasks#task-isolation-and-access-control",
        "Make task ids that cannot be guessed where they are bound to nobody.",
        INSIDE,
    ),
)
