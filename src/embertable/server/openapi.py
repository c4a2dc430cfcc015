"""Writes `docs/openapi.json` from the routes and the types of the protocol.

Run it with `python -m embertable.server.openapi docs/openapi.json`.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import msgspec

import embertable
from embertable.server import bodies, http

REFERENCE = "#/components/schemas/{name}"

# What each route takes and gives; a route that is not here answers with a file.
BODIES: dict[str, type[msgspec.Struct]] = {
    "sign_in": bodies.SignIn,
    "new_table": bodies.NewTable,
    "join": bodies.Join,
    "leave": bodies.SeatOnly,
    "take_over": bodies.SeatOnly,
    "hand_to_bot": bodies.HandToBot,
    "kick": bodies.SeatOnly,
    "mute": bodies.Mute,
    "fork_table": bodies.Fork,
    "fork_record": bodies.Fork,
    "names": bodies.WantedNames,
    "take_campaign": bodies.TakeCampaign,
}
ANSWERS: dict[str, type[msgspec.Struct]] = {
    "sign_in": bodies.Me,
    "me": bodies.Me,
    "sign_out": bodies.Fine,
    "games": bodies.GameList,
    "rules": bodies.RulesText,
    "components": bodies.Components,
    "names": bodies.Names,
    "new_table": bodies.TableInfo,
    "tables": bodies.TableList,
    "table": bodies.TableInfo,
    "join": bodies.TableInfo,
    "leave": bodies.TableInfo,
    "take_over": bodies.TableInfo,
    "hand_to_bot": bodies.TableInfo,
    "kick": bodies.TableInfo,
    "mute": bodies.TableInfo,
    "table_frame": bodies.Frame,
    "table_review": bodies.Review,
    "fork_table": bodies.TableInfo,
    "upload": bodies.RecordInfo,
    "record_frame": bodies.Frame,
    "record_review": bodies.Review,
    "fork_record": bodies.TableInfo,
    "new_campaign": bodies.CampaignInfo,
    "own_campaigns": bodies.CampaignList,
    "forget_campaign": bodies.Fine,
    "take_campaign": bodies.CampaignInfo,
    "reset_campaign": bodies.CampaignInfo,
    "daily_deal": bodies.Daily,
    "play_daily": bodies.TableInfo,
    "reports": bodies.ReportList,
    "health": bodies.Health,
}
SUMMARIES = {
    "me": "Who one is.",
    "games": "The games with their settings explained, the bots and the languages.",
    "new_table": "Make a table.",
    "table": "A table as the lobby shows it; one that is not listed needs `?invite=` once.",
    "join": "Sit down, with the secret of an invitation unless the table is listed.",
    "leave": "Stand up; the seat is open again.",
    "take_over": "Play one's own seat again, or, as host, one that a bot has.",
    "hand_to_bot": "Let a bot play a seat.",
    "kick": "As host, open somebody's seat again.",
    "mute": "As host, keep somebody from chatting.",
    "fork_table": "Go on from a decision of a finished game, at a table of its own.",
    "record_frame": "An uploaded game after a decision, from any seat.",
    "record_review": "The decisions of an uploaded game that cost most.",
    "record_file": "An uploaded record.",
    "own_campaigns": "One's own campaigns.",
    "campaign_file": "A campaign as its file.",
    "forget_campaign": "Delete a campaign.",
    "daily_deal": "The deal of the day with the results so far.",
    "reports": "The finished reports of the lab that lie in the server's folder.",
    "report": "A report as the page that it is.",
    "health": "Whether the server and its store work.",
    "metrics": "Counts and times, as Prometheus reads them.",
}


def openapi() -> dict[str, Any]:
    """The whole description."""
    types = list(dict.fromkeys([*BODIES.values(), *ANSWERS.values(), bodies.Trouble]))
    _, components = msgspec.json.schema_components(types, ref_template=REFERENCE)
    paths: dict[str, Any] = {}
    for method, path, answer in http.ROUTES:
        paths.setdefault(path, {})[method.lower()] = operation(path, answer.__name__, answer)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Embertable",
            "version": embertable.__version__,
            "description": "Tables of modern board games. Play itself goes over the socket.",
        },
        "paths": paths,
        "components": {"schemas": components},
    }


def operation(path: str, name: str, answer: http.Answer) -> dict[str, Any]:
    summary = SUMMARIES.get(name) or (answer.__doc__ or "").partition("\n")[0]
    found: dict[str, Any] = {
        "operationId": name,
        "summary": summary,
        "responses": {
            "200": {"description": "Done.", **content(ANSWERS.get(name))},
            "4XX": {"description": "What is wrong, in a sentence.", **content(bodies.Trouble)},
        },
    }
    names = [part[1:-1] for part in path.split("/") if part.startswith("{")]
    if names:
        found["parameters"] = [
            {"name": one, "in": "path", "required": True, "schema": {"type": "string"}}
            for one in names
        ]
    if name in BODIES:
        found["requestBody"] = {"required": True, **content(BODIES[name])}
    return found


def content(kind: type[msgspec.Struct] | None) -> dict[str, Any]:
    if kind is None:
        return {}
    schema = {"$ref": REFERENCE.format(name=kind.__name__)}
    return {"content": {"application/json": {"schema": schema}}}


def text() -> str:
    return json.dumps(openapi(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(text(), encoding="utf-8")
