"""The death card: it takes the place of the workbench when the server is gone, and says why, and what now."""

from dataclasses import dataclass, replace
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widget import Widget

from inspector.tui.widgets.death_facts import card_of
from inspector.tui.widgets.death_page import CardContent, Invocation, Reached, Stage, death_page
from inspector.tui.widgets.page_view import PageLine, PageView
from inspector.tui.widgets.place_pane import PlacePane

__all__ = ["CardContent", "DeathCard", "DeathPage", "Invocation", "Reached", "Stage", "card_of"]


class DeathPage(PageView, inherit_bindings=False):
    """The page. Its one stop is how the server was run, which Enter unfolds."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("r", "press('repeat')", "restart and call again", id="death.repeat"),
        Binding("R", "press('restart')", "restart", id="death.restart"),
        Binding("e", "press('edit')", "edit", id="death.edit"),
        Binding("O", "press('authorization')", "authorization", id="death.authorization"),
        Binding("enter,space", "open", "details", id="death.details"),
        # After ours and not before, as inherited keys would come: what restarts is what one looks for here.
        *(one for one in PageView.BINDINGS if isinstance(one, Binding) and one.id != "lines.open"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.death = CardContent("")
        self.live = True
        self.fits = False
        """Whether there was room for all of it, when it was laid out last."""
        self.unfolded: bool | None = None
        """None until the person says: unfolded where there is room."""

    def lay_out(self, width: int) -> list[PageLine]:
        """The page."""
        if self.unfolded is not None:
            return self._laid(width, unfolded=self.unfolded)
        whole = self._laid(width, unfolded=True)
        self.fits = len(whole) <= self.size.height
        return whole if self.fits else self._laid(width, unfolded=False)

    def _laid(self, width: int, *, unfolded: bool) -> list[PageLine]:
        airy = self.size.height >= 20
        return death_page(self.death, width, self.roles, unfolded=unfolded, live=self.live, airy=airy)

    def action_open(self) -> None:
        """Folds or unfolds how the server was run."""
        self.unfolded = not (self.fits if self.unfolded is None else self.unfolded)
        self.page_changed()

    def clicked(self, index: int, x: int) -> None:
        """A click on how it was run folds it, too."""
        self.action_open()

    def action_press(self, button: str) -> None:
        """Asks for what a button says."""
        if button == "repeat":
            self.post_message(DeathCard.RestartAndRepeatWanted())
        elif button == "restart":
            self.post_message(DeathCard.RestartWanted())
        elif button == "authorization":
            self.post_message(DeathCard.AuthorizationWanted())
        else:
            self.post_message(DeathCard.EditWanted())

    def pressed(self, action: str) -> None:
        """A button was clicked."""
        self.action_press(action)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Without a call to repeat there is no such key; in a recording the keys stay, grey."""
        if action != "press":
            return True
        if parameters == ("authorization",):
            return bool(self.death.authorization)
        if parameters == ("repeat",) and not self.death.repeats:
            return False
        return True if self.live else None


class DeathCard(PlacePane):
    """The card. Takes a death by `show`."""

    @dataclass
    class RestartAndRepeatWanted(Message):
        """The server is to be started or reached again, and the call sent again."""

    @dataclass
    class RestartWanted(Message):
        """The server is to be started or reached again."""

    @dataclass
    class AuthorizationWanted(Message):
        """How it was authorized, or was not, is to be shown."""

    @dataclass
    class EditWanted(Message):
        """The command or the address is to be changed."""

    def __init__(self, *, digit: str = "", id: str | None = None, classes: str | None = None) -> None:
        super().__init__(digit, "", id=id, classes=classes)
        self.page = DeathPage()
        self.change_rule(tone="error", whole=True)

    @property
    def keyboard(self) -> Widget:
        """The page takes the keys."""
        return self.page

    def compose(self) -> ComposeResult:
        """Rule and page."""
        yield self.rule
        yield self.page

    def show(self, death: CardContent, *, live: bool = True) -> None:
        """What ended. `live` False: it is long past, in a recording, and nothing can be restarted."""
        moment = " · ".join(filter(None, (death.moment, f"record {death.record}" if death.record else "")))
        self.change_rule(title=death.title, facts=((moment, "muted"),) if moment else ())
        if replace(self.page.death, records=death.records) != replace(death, records=death.records):
            self.page.unfolded = None
        self.page.death, self.page.live = death, live
        self.page.page_changed()
        self.page.refresh_bindings()
