"""The demands of 2025-11-25 about the transports, and authorization over them."""

from typing import Final

from inspector.analysis.musts.must import PROVOKED, Must, seen, unseen

DEMANDS: Final[tuple[Must, ...]] = (
    # transports
    unseen("basic/transports#security-warning", "Refuse an invalid Origin with 403.", PROVOKED),
    # authorization
    seen(
        "basic/authorization#protected-resource-metadata-discovery-requirements",
        "Tell where the metadata is: by WWW-Authenticate, or at its well-known place.",
        "challenge-missing",
    ),
)
