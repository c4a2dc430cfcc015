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
from embertable.server import http, http_types

REFERENCE = "#/components/schemas/{name}"

# What each route takes and gives; a route that is not here answers with a file.
BODIES: dict[str, type[msgspec.Struct]] = {
    "sign_in": http_types.SignIn,
    "new_table": http_types.NewTable,
    "join": http_types.Join,
    "leave": http_types.SeatOnly,
    "take_over": http_types.SeatOnly,
    "hand_to_bot": http_types.HandToBot,
    "kick": http_types.SeatOnly,
    "mute": http_types.Mute,
    "fork_table": http_types.Fork,
    "fork_record": http_types.Fork,
    "names": http_types.WantedNames,
    "take_campaign": http_types.TakeCampaign,
}
ANSWERS: dict[str, type[msgspec.Struct]] = {
    "sign_in": http_types.Me,
    "me": http_types.Me,
    "sign_out": http_types.Ok,
    "games": http_types.GameList,
    "rules": http_types.RulesText,
    "components": http_types.Components,
    "names": http_types.Names,
    "new_table": http_types.TableInfo,
    "tables": http_types.TableList,
    "table": http_types.TableInfo,
    "join": http_types.TableInfo,
    "leave": http_types.TableInfo,
    "take_over": http_types.TableInfo,
    "hand_to_bot": http_types.TableInfo,
    "kick": http_types.TableInfo,
    "mute": http_types.TableInfo,
    "table_frame": http_types.Frame,
    "table_review": http_types.Review,
    "fork_table": http_types.TableInfo,
    "upload": http_types.RecordInfo,
    "record_frame": http_types.Frame,
    "record_review": http_types.Review,
    "fork_record": http_types.TableInfo,
    "new_campaign": http_types.CampaignInfo,
    "own_campaigns": http_types.CampaignList,
    "forget_campaign": http_types.Ok,
    "take_campaign": http_types.CampaignInfo,
    "reset_campaign": http_types.CampaignInfo,
    "daily_deal": http_types.Daily,
    "play_daily": http_types.TableInfo,
    "reports": http_types.ReportList,
    "health": http_types.Health,
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
    types = list(dict.fromkeys([*BODIES.values(), *ANSWERS.values(), http_types.ErrorBody]))
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
            "4XX": {
                "description": "What is wrong, in a sentence.",
                **content(http_types.ErrorBody),
            },
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
