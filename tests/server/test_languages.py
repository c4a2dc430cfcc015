"""The server speaks every language that has a folder, and says nothing that no catalogue has."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from embertable.games import GAMES
from embertable.server.client import ApiError, Client
from embertable.server.protocol import Act, Answer, CatchUp, Hint, Undo, Why
from tests.languages import PSEUDO, escaped, pseudo_locales, with_language
from tests.server.running import Process, run

RECORDS = Path(__file__).parents[1] / "records"
READ = {"text", "name", "title", "about", "pitch", "detail", "section"}
"""The fields that people read."""


def read_in(data: Any, field: str = "") -> list[str]:
    """Every sentence in an answer."""
    if isinstance(data, dict):
        return [text for name, one in data.items() for text in read_in(one, name)]
    if isinstance(data, list):
        return [text for one in data for text in read_in(one, field)]
    return [data] if isinstance(data, str) and field in READ else []


def test_a_language_needs_a_folder_and_nothing_else(tmp_path, monkeypatch):
    locales = with_language(tmp_path, "fr", lambda template: f"Bonsoir ! {template}")
    monkeypatch.setenv("EMBERTABLE_LOCALES", str(locales))

    async def work() -> None:
        server = Process("--store", str(tmp_path / "tables.sqlite"))
        ada = Client(await server.start())
        try:
            await ada.sign_in("Ada", "fr")
            games = await ada.get("/api/games?lang=fr")
            assert games["languages"] == ["en", "fr", "it"]
            assert all(game["title"].startswith("Bonsoir ! ") for game in games["games"])
            table = await ada.post("/api/tables", {"game": "lueur"})
            async with ada.sit(table["id"], language="fr") as seat:
                position = await seat.my_turn()
                assert position.choice
                assert position.choice.text.startswith("Bonsoir ! ")
            status, refused = ada._request(
                "GET", "/api/tables/none", None, {"accept-language": "de, fr-CH;q=0.9"}
            )
            assert status == 404
            assert refused["text"].startswith("Bonsoir ! ")
        finally:
            await server.kill()

    run(work)


@pytest.mark.parametrize("game", GAMES)
def test_no_sentence_of_the_server_is_written_in_the_code(game, tmp_path, monkeypatch):
    monkeypatch.setenv("EMBERTABLE_LOCALES", str(pseudo_locales(tmp_path)))
    said: list[str] = []

    async def work() -> None:
        server = Process("--store", str(tmp_path / "tables.sqlite"))
        ada = Client(await server.start())
        try:
            await ada.sign_in("Ada", PSEUDO)
            for path in ("/api/games", f"/api/games/{game}/rules", f"/api/daily/{game}"):
                said.extend(read_in(await ada.get(f"{path}?lang={PSEUDO}")))
            for path in ("/api/tables/none", "/api/games/chess/rules", "/api/nothing"):
                with pytest.raises(ApiError) as refused:
                    await ada.get(f"{path}?lang={PSEUDO}")
                said.append(refused.value.body["text"])
            guided = {"game": game, "tutorial": True}
            table = (await ada.post(f"/api/tables?lang={PSEUDO}", guided))["id"]
            async with ada.sit(table, language=PSEUDO) as seat:
                seat.frames = []
                for number in range(6):
                    position = await seat.my_turn()
                    await seat.act(position.options[number % len(position.options)])
                position = await seat.my_turn()
                nonsense = {"is": "Nonsense"}
                for request in (
                    Hint(id="h"),
                    Why(id="w", action=position.options[0].action),
                    Why(id="v", action=nonsense),
                    Act(id="a", seq=0, action=nonsense),
                    Undo(id="u", seq=0),
                    CatchUp(id="c"),
                    Answer(id="n", proposal=9, agree=True),
                ):
                    await seat.ask(request)
                said.extend(text for one in seat.frames for text in read_in(json.loads(one)))
            finished = json.loads(min(RECORDS.glob(f"{game}*.json")).read_text(encoding="utf-8"))
            record = (await ada.post(f"/api/records?lang={PSEUDO}", finished))["id"]
            for at in (2, 10**6):
                frame = await ada.get(f"/api/records/{record}/replay?at={at}&lang={PSEUDO}")
                said.extend(read_in(frame))
        finally:
            await server.kill()

    run(work)
    assert len(said) > 200
    assert "\n".join(line for text in said for line in escaped(text)) == ""
