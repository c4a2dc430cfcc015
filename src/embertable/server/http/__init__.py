"""The HTTP API: one file per part, and all routes."""

from __future__ import annotations

from embertable.server.http.campaigns import (
    campaign_file,
    daily_deal,
    forget_campaign,
    new_campaign,
    own_campaigns,
    play_daily,
    reset_campaign,
    take_campaign,
)
from embertable.server.http.games import components, games, names, rules
from embertable.server.http.health import health, metrics, page
from embertable.server.http.records import (
    fork_record,
    fork_table,
    record,
    record_file,
    record_frame,
    record_review,
    table_frame,
    table_review,
    upload,
)
from embertable.server.http.reports import report, reports
from embertable.server.http.requests import Answer, not_found
from embertable.server.http.session import me, sign_in, sign_out
from embertable.server.http.tables import (
    hand_to_bot,
    join,
    kick,
    leave,
    mute,
    new_table,
    socket,
    table,
    tables,
    take_over,
)

__all__ = ["ROUTES", "Answer", "not_found", "page", "socket"]

ROUTES: tuple[tuple[str, str, Answer], ...] = (
    ("POST", "/api/session", sign_in),
    ("GET", "/api/session", me),
    ("DELETE", "/api/session", sign_out),
    ("GET", "/api/games", games),
    ("GET", "/api/games/{game}/rules", rules),
    ("GET", "/api/games/{game}/components", components),
    ("POST", "/api/games/{game}/names", names),
    ("POST", "/api/tables", new_table),
    ("GET", "/api/tables", tables),
    ("GET", "/api/tables/{id}", table),
    ("POST", "/api/tables/{id}/join", join),
    ("POST", "/api/tables/{id}/leave", leave),
    ("POST", "/api/tables/{id}/take-over", take_over),
    ("POST", "/api/tables/{id}/bot", hand_to_bot),
    ("POST", "/api/tables/{id}/kick", kick),
    ("POST", "/api/tables/{id}/mute", mute),
    ("GET", "/api/tables/{id}/record", record),
    ("GET", "/api/tables/{id}/replay", table_frame),
    ("GET", "/api/tables/{id}/review", table_review),
    ("POST", "/api/tables/{id}/fork", fork_table),
    ("POST", "/api/records", upload),
    ("GET", "/api/records/{id}", record_file),
    ("GET", "/api/records/{id}/replay", record_frame),
    ("GET", "/api/records/{id}/review", record_review),
    ("POST", "/api/records/{id}/fork", fork_record),
    ("POST", "/api/campaigns", new_campaign),
    ("GET", "/api/campaigns", own_campaigns),
    ("GET", "/api/campaigns/{id}", campaign_file),
    ("DELETE", "/api/campaigns/{id}", forget_campaign),
    ("POST", "/api/campaigns/{id}/take", take_campaign),
    ("POST", "/api/campaigns/{id}/reset", reset_campaign),
    ("GET", "/api/daily/{game}", daily_deal),
    ("POST", "/api/daily/{game}", play_daily),
    ("GET", "/api/reports", reports),
    ("GET", "/api/reports/{id}", report),
    ("GET", "/healthz", health),
    ("GET", "/metrics", metrics),
)
