"""Generates `docs/openapi.json` from the routes and the types of the HTTP API.

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
from embertable.server.workshop import types as workshop_types

REFERENCE = "#/components/schemas/{name}"

# The request and response types of each route; a route without a response type sends a file.
BODIES: dict[str, type[msgspec.Struct]] = {
    "sign_in": http_types.SignIn,
    "promised_luck": http_types.Nothing,
    "new_table": http_types.NewTable,
    "join": http_types.Join,
    "leave": http_types.SeatOnly,
    "take_over": http_types.SeatOnly,
    "hand_to_bot": http_types.HandToBot,
    "kick": http_types.SeatOnly,
    "mute": http_types.Mute,
    "remove": http_types.Remove,
    "silence": http_types.Silence,
    "revoke": http_types.Nothing,
    "report_table": http_types.NewReport,
    "fork_table": http_types.Fork,
    "fork_record": http_types.Fork,
    "names": http_types.WantedNames,
    "table_names": http_types.WantedNames,
    "take_campaign": http_types.TakeCampaign,
    "join_campaign": http_types.TakeCampaign,
    "check_pack": workshop_types.CheckPack,
    "open_pack": workshop_types.PackBox,
    "pack_file": workshop_types.PackBox,
    "pack_differences": workshop_types.PackPair,
    "keep_pack": workshop_types.KeepPack,
    "ask_matter": workshop_types.AskMatter,
    "try_card": workshop_types.TryCard,
    "play_scene": workshop_types.TryCard,
}
ANSWERS: dict[str, type[msgspec.Struct]] = {
    "sign_in": http_types.Me,
    "me": http_types.Me,
    "sign_out": http_types.Ok,
    "privacy": http_types.PrivacyInfo,
    "games": http_types.GameList,
    "rules": http_types.RulesText,
    "sources": http_types.SourcesText,
    "components": http_types.Components,
    "names": http_types.Names,
    "table_components": http_types.Components,
    "table_names": http_types.Names,
    "promised_luck": http_types.PromisedLuck,
    "new_table": http_types.TableInfo,
    "tables": http_types.TableList,
    "table": http_types.TableInfo,
    "join": http_types.TableInfo,
    "leave": http_types.TableInfo,
    "take_over": http_types.TableInfo,
    "hand_to_bot": http_types.TableInfo,
    "kick": http_types.TableInfo,
    "mute": http_types.TableInfo,
    "strangers": http_types.StrangerList,
    "remove": http_types.TableInfo,
    "silence": http_types.TableInfo,
    "revoke": http_types.TableInfo,
    "report_table": http_types.Ok,
    "table_frame": http_types.Frame,
    "table_review": http_types.Review,
    "table_chances": http_types.Chances,
    "fork_table": http_types.TableInfo,
    "upload": http_types.RecordInfo,
    "record_frame": http_types.Frame,
    "record_review": http_types.Review,
    "record_chances": http_types.Chances,
    "fork_record": http_types.TableInfo,
    "continue_table": http_types.TableInfo,
    "new_campaign": http_types.CampaignInfo,
    "own_campaigns": http_types.CampaignList,
    "forget_campaign": http_types.Ok,
    "take_campaign": http_types.CampaignInfo,
    "reset_campaign": http_types.CampaignInfo,
    "join_campaign": http_types.CampaignInfo,
    "give_up_run": http_types.CampaignInfo,
    "daily_deal": http_types.Daily,
    "play_daily": http_types.TableInfo,
    "reports": http_types.ReportList,
    "health": http_types.Health,
    "workshop": workshop_types.Workshop,
    "check_pack": workshop_types.CheckedPack,
    "open_pack": workshop_types.OpenedPack,
    "pack_file": workshop_types.PackFile,
    "pack_differences": workshop_types.PackDifferences,
    "table_pack": workshop_types.PackDifferences,
    "keep_pack": workshop_types.KeptPack,
    "ask_matter": workshop_types.MatterAnswer,
    "try_card": workshop_types.Scene,
    "play_scene": http_types.TableInfo,
    "own_packs": workshop_types.KeptPacks,
    "kept_pack": workshop_types.KeptPack,
    "forget_pack": http_types.Ok,
}
SUMMARIES = {
    "me": "The name and language of the signed-in person.",
    "games": "All games with their settings (`?brief=1` leaves these out), the bots and the languages.",
    "new_table": "Create a table.",
    "table": "A table as the lobby shows it; a table that is not listed needs `?invite=` once.",
    "join": "Take a seat; a table that is not listed needs the secret of an invitation.",
    "leave": "Leave a seat, which is open again.",
    "take_over": "Play one's own seat again or, as host, the seat of a bot.",
    "hand_to_bot": "Let a bot play a seat.",
    "kick": "As host, open somebody's seat again; they may not come back, and invitations are void.",
    "remove": "As host, remove somebody without a seat, or let them come back.",
    "silence": "As host, mute somebody without a seat in the chat.",
    "revoke": "As host, make all invitations void; the response has a new one.",
    "mute": "As host, mute somebody in the chat.",
    "continue_table": "Continue a read-only table at a new one, from its last position that the present rules reach.",
    "fork_table": "Continue a finished game from one of its decisions, at a new table.",
    "record_frame": "An uploaded game after a decision, from any seat.",
    "record_review": "The costliest decisions of an uploaded game.",
    "record_chances": "The winning chance of a seat over an uploaded game, part by part.",
    "record_file": "An uploaded record.",
    "own_campaigns": "One's own campaigns.",
    "campaign_file": "A campaign as its file.",
    "forget_campaign": "Delete a campaign.",
    "daily_deal": "The deal of the day with the results so far.",
    "reports": "The lab reports in the server's folder.",
    "report": "A report as an HTML page.",
    "health": "Whether the server and its store work.",
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
            "description": "Tables of modern board games. The games themselves are played over the socket.",
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
                "description": "What went wrong, in a sentence.",
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
