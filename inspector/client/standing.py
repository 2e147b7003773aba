"""Standing answers for one server, on disk: read when a session begins, changed as the person changes them."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from inspector.config.answers import answers_file, read_answers, secrets_in, write_answers
from inspector.config.changing import locked
from inspector.config.problems import Problem
from inspector.config.target import Target
from inspector.errors import InspectorError, UsageError
from inspector.protocol.questions import Rule, read_rules, rules_text
from inspector.wire.json import NotJson


@dataclass(slots=True)
class Standing:
    """The file at `path`: `rules` of it are this session's, as they were last read or written there; `problem` says why
    there are none to be had."""

    path: Path
    rules: tuple[Rule, ...] = ()
    problem: str = field(default="")

    @classmethod
    def of(cls, config: Path, target: Target) -> "Standing":
        """The standing answers for a server, read now; `config` is the configuration folder. Never raises."""
        found = cls(answers_file(config, target))
        try:
            found.rules = found._read()
        except UsageError as error:
            found.problem = error.account
        return found

    def _read(self) -> tuple[Rule, ...]:
        text = read_answers(self.path)
        if isinstance(text, Problem):
            raise UsageError(text.describe())
        return read_rules(text, str(self.path)) if text else ()

    def write(self, rules: Sequence[Rule]) -> None:
        """Have the file hold `rules`; what another session has added to it or taken from it since stays so.

        Raises InspectorError when the disk refuses, and for a file that cannot be read as it stands: it is the
        person's, and is not written over.
        """
        with locked(self.path):
            try:
                there = self._read()
            except UsageError as error:
                raise InspectorError(
                    f"{self.path} was not written.", why=error.account, hint="Mend the file, or remove it."
                ) from None
            known = self.rules
            ours = [rule for rule in rules if rule in there or rule not in known]
            both = (*ours, *(rule for rule in there if rule not in known and rule not in ours))
            write_answers(self.path, self._readable(both))
        self.rules, self.problem = tuple(ours), ""

    def _readable(self, rules: Sequence[Rule]) -> str:
        """The text of the rules, if it says the same when it is read again."""
        try:
            text = rules_text(rules)
            if rules_text(read_rules(text, str(self.path))) == text:
                return text
            why = "They would not be the same when they are read again."
        except UsageError as error:
            why = error.account
        except NotJson as error:
            why = f"The answer cannot be written: {error.reason}."
        raise InspectorError(f"{self.path} was not written.", why=why, hint="The rule can be for this session only.")


def secrets_of(rule: Rule) -> tuple[str, ...]:
    """Where its answer holds what is taken for a secret, as JSON Pointers; none: it can be saved without a question."""
    answer = rule.answer
    if isinstance(answer, dict) and isinstance(answer.get("error"), dict):
        # The code of an error is none of those that open something.
        answer = {"error": {name: member for name, member in answer["error"].items() if name != "code"}}
    return tuple(secrets_in(answer))
