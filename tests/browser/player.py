"""One person in front of one browser, as the tests see them."""

from __future__ import annotations

import contextlib
import random
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, Page
from playwright.sync_api import TimeoutError as TookTooLong

AXE = Path(__file__).resolve().parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
# A server that is away, or a wish that was refused, is told by the browser itself as an error.
EXPECTED = ("Failed to load resource", "WebSocket connection to", "ERR_INTERNET_DISCONNECTED")
# How long one try of several may wait, in milliseconds.
MOMENT = 3000
OPTIONS = re.compile("What you may do|Che cosa puoi fare")


ARRIVED = """seq => {
  const asked = document.querySelector('[role=alertdialog]');
  const shown = Number(document.querySelector('.prompt')?.dataset.seq) >= seq;
  return shown || (asked?.open && !asked.dataset.answered && (asked.dataset.answered = 'yes'));
}"""
"""Whether a position is shown, or the page asks once more before something that loses the game."""


class Player:
    """A context, its page, and what its console complained about."""

    def __init__(self, name: str, context: BrowserContext, address: str) -> None:
        self.name = name
        self.context = context
        self.address = address
        self.complaints: list[str] = []
        self.forgiven: tuple[str, ...] = ()
        self.page: Page = context.new_page()
        self.page.on("console", self.hear)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not message.text.startswith(self.forgiven):
            self.complaints.append(message.text)

    def forgive_lost_lines(self) -> None:
        self.forgiven = EXPECTED

    def open(self, path: str) -> None:
        self.page.goto(self.address + path)

    # At the table.

    def host(self, game: str, *seats: str, **options: str) -> None:
        """Host through the page, with seats such as "me", "open" and "bot:random"."""
        self.open(f"/host/{game}")
        self.page.get_by_label("Your name").fill(self.name)
        for name, value in options.items():
            title = self.page.locator(f"[aria-labelledby=setting-{name}]")
            title.get_by_role("button", name=value, exact=True).click()
        for number, kind in enumerate(seats, start=1):
            self.page.get_by_label(f"Seat {number}").select_option(kind)
        self.page.get_by_role("button", name="Set the table").click()
        self.page.wait_for_url("**/table/*")
        self.ready()

    def sit(self, game: str, *seats: str, seed: int = 1, **options: str) -> str:
        """The same by requests alone, where hosting is not the point; returns the invitation."""
        plan = [dict(zip(("kind", "bot"), kind.split(":"), strict=False)) for kind in seats]
        wish = {"game": game, "seats": plan, "options": options, "seed": seed}
        table = self.ask("/api/tables", wish)
        self.open(f"/table/{table['id']}")
        self.ready()
        return f"{table['id']}.{table['invite']}"

    def sit_beside(self, invitation: str) -> None:
        """Take the open seat of a table, by requests alone."""
        id, _, secret = invitation.partition(".")
        self.ask(f"/api/tables/{id}/join", {"invite": secret})
        self.open(f"/table/{id}")
        self.ready()

    def ask(self, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        """A request as the page would make it, after telling one's name."""
        headers = {"Origin": self.address}
        name = {"name": self.name}
        self.context.request.post(f"{self.address}/api/session", data=name, headers=headers)
        answer = self.context.request.post(self.address + path, data=body, headers=headers)
        assert answer.ok, answer.text()
        return dict(answer.json())

    def invitation(self) -> str:
        link = self.page.get_by_label("Invite").input_value()
        return link.removeprefix(self.address)

    def join(self, link: str) -> None:
        self.open(link)
        self.page.get_by_role("textbox").fill(self.name)
        self.page.locator("form button").click()
        self.page.wait_for_url("**/table/*")
        self.ready()

    def ready(self) -> None:
        self.page.wait_for_selector(".prompt[data-seq]")

    def open_tab(self, name: str) -> None:
        """Open the drawer at Story, Chat, Rules or the text."""
        if self.page.get_by_role("tab").count() == 0:
            label = re.compile("Story|Racconto")
            self.page.get_by_role("button", name=label).first.click()
        self.page.get_by_role("tab", name=name).click()

    @property
    def state(self) -> str:
        """mine, sent, waiting or over."""
        return self.page.locator(".prompt").get_attribute("data-state") or ""

    @property
    def seq(self) -> int:
        return int(self.page.locator(".prompt").get_attribute("data-seq") or 0)

    def wait_for(self, seq: int) -> None:
        """Until the page shows this position or a later one; what loses the game is done all the same."""
        self.page.wait_for_function(ARRIVED, arg=seq)
        asked = self.page.get_by_role("alertdialog")
        if self.seq < seq and asked.count():
            asked.get_by_role("button").last.click()
            self.page.wait_for_function(ARRIVED, arg=seq)

    def is_choosing(self, seq: int) -> bool:
        """Whether nothing was sent at this position yet and the page does not ask once more."""
        asked = self.page.get_by_role("alertdialog").count()
        return self.state == "mine" and self.seq == seq and not asked

    def wait_for_turn(self) -> None:
        self.page.wait_for_selector(".prompt:is([data-state=mine], [data-state=over])")

    def wait_for_somebody(self, people: Sequence[Player]) -> None:
        """Until one of these people may decide, or the game is over, while bots play."""
        seq = max(one.seq for one in people)
        if not any(one.state in ("mine", "over") for one in people):
            self.wait_for(seq + 1)
        for one in people:
            one.wait_for(self.seq)

    def act(self, rng: random.Random) -> None:
        """Take any of the offered options, by a click on its button, and see the answer."""
        before = self.seq
        # What somebody else does in the meantime folds the list again, or changes it.
        for _ in range(20):
            if not self.is_choosing(before) or self.click_option(rng, before):
                break
        else:
            # Every option has a key as well.
            self.take_first()
        self.wait_for(before + 1)

    def click_option(self, rng: random.Random, before: int) -> bool:
        """Whether an option could be clicked to its end before the list changed."""
        # Up to three options are buttons of the prompt, and their list is for screen readers only.
        listed = self.page.locator(".all:not(.visually-hidden) .option:enabled")
        alone = self.page.locator(".prompt:not(:has([aria-expanded])) .do button:enabled")
        options = listed.or_(alone)
        try:
            self.unfold(MOMENT)
            options.first.wait_for(timeout=MOMENT)
            option = options.nth(rng.randrange(options.count() or 1))
            option.click(timeout=MOMENT)
            shown = f'.sure, .prompt:not([data-seq="{before}"])'
            self.page.wait_for_selector(shown, timeout=MOMENT)
            # The first touch shows what it would do, the second does it; picking a die needs one.
            if self.page.locator(".sure").count():
                option.click(timeout=MOMENT)
            # A prompt that has just opened takes no click yet: then it is clicked again.
            taken = (
                f'.prompt[data-state=sent], .prompt:not([data-seq="{before}"]), [role=alertdialog]'
            )
            self.page.wait_for_selector(taken, timeout=MOMENT)
        except TookTooLong:
            return False
        return True

    def take_first(self) -> None:
        """Take the first option of the list."""
        before = self.seq
        self.page.keyboard.press("1")
        self.page.keyboard.press("1")
        self.wait_for(before + 1)

    @property
    def focused(self) -> str:
        """What would be done now: the words of the option in focus."""
        return self.page.locator(".sure strong, .sure ~ .buttons .focused").first.inner_text()

    def unfold(self, timeout: float | None = None) -> None:
        """Open the list of all options, which is folded by default."""
        folded = self.page.locator(".prompt [aria-expanded=false]")
        if folded.count():
            folded.click(timeout=timeout)

    def touch_something(
        self, rng: random.Random, preferred: str = "", seen: Callable[[], object] = bool
    ) -> None:
        """Touch a lit thing of the board: once to see what it does, again to do it; most often one inside what is preferred.

        Every option lies on some thing. In between `seen` is called.
        """
        before = self.seq
        self.page.wait_for_function(LAID_OUT)
        things = self.page.evaluate(LIT, preferred)
        assert all(thing["label"] for thing in things)
        liked = [n for n, thing in enumerate(things) if thing["preferred"]]
        number = rng.choice(liked if liked and rng.random() < 0.85 else range(len(things)))
        thing = self.page.locator(THINGS).nth(number)
        if things[number]["several"]:
            thing.click()
            self.choose_first()
        else:
            self.click_until_taken(thing, before)
            # What needs no second touch, such as picking a die, is done by the first.
            if self.page.locator(".sure").count():
                seen()
                thing.click()
        self.wait_for(before + 1)

    def click_until_taken(self, thing: Locator, before: int) -> None:
        """Click a thing, again if it moved away under the pointer, as it may when a forecast comes."""
        shown = f'.sure, .prompt:not([data-seq="{before}"])'
        for _ in range(5):
            thing.click()
            with contextlib.suppress(TookTooLong):
                self.page.wait_for_selector(shown, timeout=MOMENT)
                return
        self.page.wait_for_selector(shown)

    def choose_first(self) -> None:
        """Of several options of a touched thing, in the strip or in the short list, do the first."""
        before = self.seq
        self.page.keyboard.press("1")
        # If the touch has shown the first one already, this does it.
        self.page.wait_for_selector(f'.sure, .prompt:not([data-seq="{before}"])')
        self.page.keyboard.press("1")

    def act_by_keyboard(self, rng: random.Random) -> None:
        """Walk to a lit thing with arrows and take it with Enter: on the board, or in the list."""
        before = self.seq
        keys = self.page.keyboard
        for _ in range(1 + rng.randrange(4)):
            keys.press(rng.choice(("ArrowRight", "ArrowDown", "ArrowLeft")))
        # The first touch of a thing on the board shows what it would do, or a short list of options.
        for _ in range(3):
            keys.press("Enter")
            if self.has_sent(before):
                break
        else:
            for key in ("Escape", "1", "1"):
                keys.press(key)
        self.wait_for(before + 1)

    def has_sent(self, before: int) -> bool:
        waiting = self.page.locator(f'.prompt[data-seq="{before}"]:not([data-state=sent])')
        return waiting.count() == 0

    def act_by_name(self, rng: random.Random) -> None:
        """Know the page by roles and names alone, as a screen reader tells it."""
        before = self.seq
        list = self.page.get_by_role("region", name=OPTIONS).get_by_role("listitem")
        option = list.nth(rng.randrange(list.count())).get_by_role("button")
        name = option.evaluate("one => one.innerText")
        assert name.strip(), "an option without a name"
        # Enter shows what it would do, Enter again does it.
        option.press("Enter")
        option.press("Enter")
        self.wait_for(before + 1)

    # Looks.

    def look(self, looked: set[tuple[str, str]]) -> None:
        """Hold a scene of the board against axe, the width of the screen and, on a phone, fingers."""
        scene = self.page.locator("[data-scene]").get_attribute("data-scene") or ""
        if (self.name, scene) in looked:
            return
        looked.add((self.name, scene))
        complaints = self.complaints_of_axe()
        assert not complaints, f"{scene}: {complaints}"
        assert self.overflow() == 0, scene
        if self.is_on_a_phone():
            assert self.small_targets() == [], scene

    def is_on_a_phone(self) -> bool:
        return bool(self.page.evaluate("matchMedia('(pointer: coarse)').matches"))

    def complaints_of_axe(self) -> list[str]:
        """What axe finds on this page, one line for each kind of fault."""
        self.page.evaluate(AXE.read_text(encoding="utf-8") + "; true")
        found = self.page.evaluate("axe.run({ resultTypes: ['violations'] })")
        return [
            f"{one['id']} ({one['impact']}): {one['nodes'][0]['html'][:120]}"
            for one in found["violations"]
        ]

    def overflow(self) -> int:
        """By how many pixels the page is wider than its window."""
        wider = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        return int(self.page.evaluate(wider))

    def small_targets(self) -> list[str]:
        """What one may touch that is under 44 pixels both ways."""
        return list(self.page.evaluate(SMALL))


SMALL = """() => [...document.querySelectorAll('button, a, select, input:not(.visually-hidden), [role=button]')]
  .filter(one => one.offsetParent !== null && !one.classList.contains('clause') && !one.closest('.visually-hidden, [inert]'))
  .map(one => ({ one, box: one.getBoundingClientRect() }))
  .filter(({ box }) => box.width > 0 && (box.height < 43.5 || box.width < 43.5))
  .map(({ one, box }) => `${one.tagName} ${one.textContent.trim().slice(0, 20)} ${box.width}x${box.height}`)
"""

THINGS = "main.board [data-options]"
# Whether every option lies on a thing; some come into a board's tray a moment after it is drawn.
LAID_OUT = """() => {
  const offered = Number(document.querySelector('.prompt').dataset.offered);
  const lying = [...document.querySelectorAll('main.board [data-options]')].flatMap(one => one.dataset.options.split(' '));
  return offered > 0 && new Set(lying).size === offered;
}"""
LIT = """preferred => [...document.querySelectorAll('main.board [data-options]')].map(thing => ({
  several: thing.dataset.options.includes(' '),
  label: (thing.getAttribute('aria-label') ?? thing.textContent).trim(),
  preferred: preferred !== '' && thing.closest(preferred) !== null,
}))"""
