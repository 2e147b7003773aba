"""Demands of the extension `io.modelcontextprotocol/tasks`.

Source: repository modelcontextprotocol/ext-tasks, `specification/draft/tasks.md`.
"""

from typing import Final

from inspector.analysis.musts.must import CONDITION, IN_CLIENT, INSIDE, PROVOKED, Must, seen, unseen

_PAGE: Final = "io.modelcontextprotocol/tasks"

DEMANDS: Final[tuple[Must, ...]] = (
    seen(
        f"{_PAGE}#capability-negotiation",
        "Make a task only where the request declares the extension.",
        "task-undeclared",
    ),
    unseen(f"{_PAGE}#capability-negotiation", "Refuse with −32021 what cannot be done without a task.", CONDITION),
    seen(f"{_PAGE}#polymorphic-results", "Give a made task the resultType task.", "task-state", "result-type-missing"),
    seen(f"{_PAGE}#polymorphic-results", "Give that to nothing else.", "task-not-allowed", "task-result-type"),
    seen(f"{_PAGE}#task-status", "Call a task failed for errors of JSON-RPC only.", "task-state"),
    seen(f"{_PAGE}#task-creation", "Answer with a task only when it can be found.", "task-not-there"),
    unseen(f"{_PAGE}#task-creation", "Wait until all copies of the server know it.", INSIDE),
    seen(f"{_PAGE}#task-polling", "Say with each status what belongs to it.", "task-state", "task-news-state"),
    unseen(f"{_PAGE}#task-polling", "Give all questions that are open.", INSIDE),
    seen(f"{_PAGE}#task-polling", "Give the result of tasks/get the resultType complete.", "task-result-type"),
    seen(f"{_PAGE}#task-update-requests", "Use a key of a task's questions once.", "task-changed"),
    seen(
        f"{_PAGE}#task-update-requests",
        "Acknowledge tasks/update with an empty result.",
        "task-acknowledgement",
        "task-result-type",
    ),
    seen(
        f"{_PAGE}#task-cancellation",
        "Acknowledge tasks/cancel with an empty result.",
        "task-acknowledgement",
        "task-result-type",
    ),
    unseen(
        f"{_PAGE}#task-status-notifications", "Refuse news of tasks to who does not declare the extension.", PROVOKED
    ),
    seen(
        f"{_PAGE}#task-status-notifications",
        "Send no progress or log messages on a subscription.",
        "news-off-stream",
        "progress-off-stream",
    ),
    seen(f"{_PAGE}#protocol-errors", "Refuse an unknown task with −32602.", "task-not-there"),
    seen(
        f"{_PAGE}#protocol-errors",
        "Refuse requests about tasks to who does not declare the extension.",
        "task-method-accepted",
    ),
    seen(f"{_PAGE}#task-execution-errors", "Give a failed task its error.", "task-state"),
    unseen(
        f"{_PAGE}#security-considerations",
        "Give tasks ids that cannot be guessed.",
        "How an id came about does not show; one that is used again does.",
    ),
    unseen(f"{_PAGE}#security-considerations", "Check with each request whose task it is.", PROVOKED),
)

CLIENT: Final[tuple[Must, ...]] = (
    unseen(f"{_PAGE}#capability-negotiation", "Take a task or a result, where the extension is declared.", IN_CLIENT),
    unseen(f"{_PAGE}#capability-negotiation", "Take a task in answer to anything else for invalid.", IN_CLIENT),
    unseen(f"{_PAGE}#task-update-requests", "Treat a task's questions like any other.", IN_CLIENT),
    unseen(
        f"{_PAGE}#task-cancellation",
        "Cancel a task by tasks/cancel alone.",
        "The notification names a request, which has ended by then.",
    ),
    unseen(
        f"{_PAGE}#streamable-http-routing-headers",
        "Send the task's id as Mcp-Name.",
        "Its own page names the header for other methods only; the table of ours has it.",
    ),
)
