"""The stage: the scene's size, what lies over it, and that nothing is cut off, covered or too small to read."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from embertable.games import GAMES
from tests.browser.layout import faults, shares

RECORDS = Path(__file__).resolve().parents[1] / "records"
WINDOWS = {(1440, 900): 0.70, (1366, 768): 0.65, (1366, 640): 0.65, (1920, 1080): 0.70}


@pytest.mark.parametrize("game", GAMES)
def test_the_scene_has_its_share_of_every_window_and_keeps_its_size(person, game):
    ada = person("Ada")
    ada.sit(game, "me", "bot:random", players="2")
    ada.wait_for_turn()
    for (width, height), least in WINDOWS.items():
        ada.page.set_viewport_size({"width": width, "height": height})
        before = shares(ada)
        assert before["safe"] >= least, (width, height)
        # Nothing that opens moves it.
        for key in ("o", "Escape", "s", "Escape", "h", ",", "Escape"):
            ada.page.keyboard.press(key)
            assert shares(ada)["box"] == before["box"], key
    before = shares(ada)
    rng = random.Random(3)
    for _ in range(3):
        ada.wait_for_turn()
        if ada.state == "over":
            break
        ada.page.keyboard.press("Escape")
        ada.act(rng)
        assert shares(ada)["box"] == before["box"]


def test_what_is_wrong_with_a_layout_is_found(person):
    ada = person("Ada")
    ada.sit("lueur", "me", "bot:random", players="2")
    ada.wait_for_turn()
    ada.page.evaluate("""() => {
      const put = (html) => document.querySelector('.below').insertAdjacentHTML('beforeend', html);
      const at = 'position:fixed;left:300px;top:300px;width:100px;height:40px';
      const plant = (className, text, css) => {
        const one = document.createElement('button');
        one.className = className;
        one.textContent = text;
        one.style.cssText = css;
        document.querySelector('.below').append(one);
      };
      plant('small', 'tiny letters', at + ';top:100px;font-size:9px');
      plant('out', 'away', 'position:fixed;left:-50px;top:200px;width:90px;height:40px');
      plant('cut', 'a long text that does not fit', at + ';overflow:hidden;white-space:nowrap');
      plant('under', 'x', at);
    }""")
    found = "\n".join(faults(ada))
    for fault in (
        "letters of 9.0 px: button.small",
        "outside the window: button.out",
        "cut off: button.cut",
        "overlap: button.cut",
    ):
        assert fault in found


def test_a_line_that_the_prompt_cuts_off_is_found(person):
    """The question in a box that scrolls or hides: a half line, and one that is out of sight."""
    ada = person("Ada", phone=True)
    ada.sit("lueur", "me", "bot:random", players="2")
    ada.wait_for_turn()
    assert faults(ada) == []
    for overflow in ("hidden", "auto"):
        style = f"flex: none; height: 12px; overflow-y: {overflow}"
        ada.page.evaluate(
            "style => document.querySelector('.prompt .words').style.cssText = style", style
        )
        assert "line cut off: h2.sentence" in "\n".join(faults(ada)), overflow


def test_the_frame_of_the_stage_has_no_fault(person):
    """What belongs to the stage itself; the boards are held to the same by their own tests."""
    ada = person("Ada")
    for game in GAMES:
        ada.sit(game, "me", "bot:random", players="2")
        ada.wait_for_turn()
        for width, height in WINDOWS:
            ada.page.set_viewport_size({"width": width, "height": height})
            for key in ("", "1", "o", "s"):
                if key:
                    ada.page.keyboard.press(key)
                assert own_faults(ada) == [], (game, width, height, key)
                ada.page.keyboard.press("Escape")
                ada.page.keyboard.press("Escape")


def own_faults(player):
    """Faults outside the board that stay once letters are loaded and things have come to rest."""
    player.page.evaluate("document.querySelector('main.board').style.visibility = 'hidden'")
    player.page.evaluate("document.fonts.ready.then(() => null)")
    found = faults(player)
    for _ in range(30):
        if not found:
            break
        player.page.wait_for_timeout(100)
        found = faults(player)
    player.page.evaluate("document.querySelector('main.board').style.visibility = ''")
    return found


def test_the_key_list_and_the_settings_open_by_key(person):
    ada = person("Ada")
    ada.sit("lueur", "me", "bot:random", players="2")
    ada.wait_for_turn()
    expect(ada.page.locator(".prompt .sentence")).to_be_focused()
    for key, title in (("?", "Keys"), (",", "Settings")):
        ada.page.keyboard.press(key)
        expect(ada.page.get_by_role("heading", name=title)).to_be_visible()
        assert ada.complaints_of_axe() == []
        ada.page.keyboard.press("Escape")
        expect(ada.page.locator("dialog")).to_have_count(0)


def test_escape_closes_the_list_before_the_hint_and_forgets_what_was_searched(person):
    ada = person("Ada")
    ada.sit("faceless", "me", "bot:random", players="2")
    ada.wait_for_turn()
    ada.page.keyboard.press("h")
    ada.page.wait_for_selector(".hinted", state="attached")
    search = ada.page.get_by_role("searchbox")
    ada.page.keyboard.press("o")
    search.fill("nothing like it")
    expect(ada.page.locator(".all .none")).to_be_visible()
    ada.page.keyboard.press("Escape")
    expect(search).to_have_count(0)
    expect(ada.page.locator(".hinted")).to_have_count(1)
    ada.page.keyboard.press("o")
    expect(search).to_have_value("")
    expect(ada.page.locator(".all .option").first).to_be_visible()


def test_the_tab_says_whose_turn_it_is(person):
    ada, bruno = person("Ada"), person("Bruno")
    bruno.sit_beside(ada.sit("lueur", "me", "open"))
    mover, other = (ada, bruno) if ada.state == "mine" else (bruno, ada)
    expect(mover.page).to_have_title("● Your turn · Lueur")
    expect(mover.page.locator("link[rel=icon]")).to_have_attribute("href", re.compile("icon-turn"))
    expect(other.page).to_have_title("Lueur")
    mover.open("/")
    expect(mover.page).to_have_title("Embertable")


# A golden game, how many decisions into it, and how many of its options lose for sure.
LOSING = [
    ("faceless-second-thoughts", 51, 2, 2),
    ("faceless-evil-intentions", 55, 2, 2),
    ("deadcells-three", 8, 3, 1),
    ("setawatch-riders-4", 112, 7, 5),
]


@pytest.mark.parametrize("device", ["desktop", "phone"])
@pytest.mark.parametrize(("record", "at", "offered", "lost"), LOSING)
def test_what_loses_the_game_says_so_before_it_is_touched(
    person, record, at, offered, lost, device
):
    ada = person("Ada", phone=device == "phone", language="it" if device == "phone" else "en")
    forked(ada, record, at)
    ada.wait_for_turn()
    words = re.compile("lost|persa")
    spoken = re.compile("loses the game|fa perdere la partita")
    # Buttons of the strip, the whole list, and the things on the board.
    expect(ada.page.locator(".prompt .do").first).to_be_visible()
    buttons = ada.page.locator(".prompt .do button")
    losing = ada.page.locator(".prompt .do button.danger")
    expect(losing.first).to_be_visible()
    expect(losing.first).to_contain_text(words)
    if buttons.count() == offered:
        expect(losing).to_have_count(lost)
    assert ada.page.locator(".sure, .prompt .focused").count() == 0, "nothing was touched"
    lit = ada.page.locator("main.board [data-options].loses")
    assert all(spoken.search(one.get_attribute("aria-label") or "") for one in lit.all())
    if device == "desktop" and lit.count():
        expect(ada.page.locator(".losing span").first).to_be_visible()
        people = ada.page.locator(".people").bounding_box()
        signs = [one.bounding_box() for one in ada.page.locator(".losing span").all()]
        assert min(sign["y"] for sign in signs) >= people["y"] + people["height"]
    assert faults(ada) == []
    if device == "phone":
        # Beside the chip the tools have one line, and nothing of the sheet lies below its buttons.
        row = ada.page.locator(".prompt > .who")
        tools = [one.bounding_box() for one in row.get_by_role("button").all()]
        assert max(one["y"] for one in tools) - min(one["y"] for one in tools) < 20
        said = ada.page.locator(".prompt .ask .words > *:visible").last.bounding_box()
        assert said["y"] + said["height"] <= losing.first.bounding_box()["y"] + 2
    ada.unfold()
    expect(ada.page.locator(".all .option .lost")).to_have_count(lost)
    assert ada.complaints_of_axe() == []


@pytest.mark.parametrize(("width", "height"), [(1366, 768), (1440, 900)])
def test_settings_and_keys_are_seen_whole(person, width, height):
    bruno = person("Bruno", language="it")
    bruno.page.set_viewport_size({"width": width, "height": height})
    bruno.sit("lueur", "me", "bot:random")
    bruno.wait_for_turn()
    for key, inside in ((",", ".settings"), ("?", "dl")):
        bruno.page.keyboard.press(key)
        sheet = bruno.page.locator(f"dialog[open] {inside}")
        expect(sheet).to_be_visible()
        assert sheet.evaluate("one => one.scrollHeight - one.clientHeight") == 0, key
        bruno.page.keyboard.press("Escape")
        expect(sheet).to_have_count(0)


def forked(player, record: str, at: int) -> None:
    """A table that begins inside a golden game."""
    saved = json.loads((RECORDS / f"{record}.json").read_text("utf-8"))
    id = player.ask("/api/records", saved)["id"]
    table = player.ask(f"/api/records/{id}/fork", {"at": at})
    player.open(f"/table/{table['id']}")
    player.ready()


def test_a_key_from_before_the_board_is_there_is_not_lost(person):
    """Its letters are known with the board, which takes a moment longer than the prompt."""
    ada = person("Ada")
    held = []
    is_open = False

    def hold(request):
        if is_open:
            request.continue_()
        else:
            held.append(request)

    ada.page.route(re.compile(r"/components$"), hold)
    forked(ada, "faceless-evil-intentions", 10)
    ada.wait_for_turn()
    assert ada.page.locator("main.board [data-lit]").count() == 0
    ada.page.keyboard.press("w")
    expect(ada.page.locator(".sure")).to_have_count(0)
    is_open = True
    for request in held:
        request.continue_()
    expect(ada.page.locator(".sure")).to_be_visible()
    assert ada.focused
    ada.page.keyboard.press("Escape")
    ada.page.keyboard.press("w")
    expect(ada.page.locator(".sure")).to_be_visible()


def test_the_option_in_focus_can_be_read_under_the_pointer(person):
    ada = person("Ada")
    ada.sit("faceless", "me", "me", players="2")
    ada.wait_for_turn()
    ada.unfold()
    ada.page.locator(".all .option").first.click()
    option = ada.page.locator(".option.focused")
    option.hover()
    assert "gradient" in option.evaluate("one => getComputedStyle(one).backgroundImage")


HEARD = """
  window.heard = [];
  const { setValueAtTime } = AudioParam.prototype;
  AudioParam.prototype.setValueAtTime = function (value, at) {
    window.heard.push(value);
    return setValueAtTime.call(this, value, at);
  };
"""
# How loud the sounds are at full volume, as web/src/sound.ts has them.
LOUDNESS = (0.08, 0.12, 0.18, 0.26, 0.4)


@pytest.mark.parametrize("device", ["desktop", "phone"])
def test_sounds_are_as_loud_as_the_settings_say_and_silent_at_nothing(person, device):
    ada = person("Ada", phone=device == "phone")
    ada.context.add_init_script(HEARD)
    ada.sit("lueur", "me", "me", players="2")
    for volume in (1, 0.5, 0.1):
        set_volume(ada, volume)
        heard = sounds_of_a_decision(ada)
        assert heard
        for loud in heard:
            assert any(abs(loud - volume * most) < 1e-6 for most in LOUDNESS), (volume, loud)
    set_volume(ada, 0)
    assert sounds_of_a_decision(ada) == []
    set_volume(ada, 1)
    ada.page.keyboard.press("m")
    assert sounds_of_a_decision(ada) == []
    ada.page.reload()
    ada.wait_for_turn()
    ada.page.keyboard.press("m")
    assert sounds_of_a_decision(ada)


def set_volume(player, volume):
    player.wait_for_turn()
    player.page.keyboard.press(",")
    slider = player.page.get_by_label("Volume")
    slider.fill(str(volume))
    expect(slider).to_have_value(str(volume))
    player.page.keyboard.press("Escape")
    expect(player.page.locator("dialog")).to_have_count(0)


def sounds_of_a_decision(player):
    """How loud each sound began that was heard from a touch to the next question."""
    player.wait_for_turn()
    player.page.evaluate("window.heard = []")
    player.take_first()
    player.wait_for_turn()
    heard = player.page.evaluate("window.heard")
    return [one for one in heard if one]
