"""After an upgrade: tables and records of earlier rules in the browser, and the way on."""

from __future__ import annotations

import json
import sqlite3
import time
from pathlib import Path

import pytest
from playwright.sync_api import expect

from embertable.server.sessions import COOKIE, hashed
from tests.browser.running import Served
from tests.records.earlier_games import EARLIER, OUTCOMES

STORE = Path(__file__).parents[1] / "server" / "stores" / "form-1.sql"
VERSIONS = Path(__file__).parents[1] / "versions"
RECORDS = Path(__file__).parents[1] / "records"
CAMPAIGNS = Path(__file__).parents[1] / "campaigns"
OWNER = "e6eefc3804cc165c1a9c127a"
TOKEN = "the-token-of-the-owner"


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    """A server of this release on a store of the first one, whose owner is still signed in."""
    file = tmp_path_factory.mktemp("old") / "tables.sqlite"
    person = {"id": OWNER, "name": "Ada", "language": "en", "session": hashed(TOKEN)}
    with sqlite3.connect(file) as connection:
        connection.executescript(STORE.read_text(encoding="utf-8"))
        expires = time.time() + 86400
        body = json.dumps({**person, "expires": expires}).encode()
        connection.execute(
            "insert into documents values ('session', ?, ?, ?, ?, ?)",
            (hashed(TOKEN), OWNER, body, time.time(), expires),
        )
    server = Served(file)
    server.start()
    yield server
    server.kill()


@pytest.fixture
def ada(person, served):
    ada = person("Ada")
    ada.context.add_cookies([{"name": COOKIE, "value": TOKEN, "url": served.address}])
    return ada


def test_tables_of_the_first_release_are_listed_and_a_read_only_one_goes_on_elsewhere(ada):
    ada.open("/")
    row = ada.page.get_by_role("link").filter(has_text="Set a Watch").filter(has_text="Cinder")
    expect(row.first).to_be_visible()
    old = row.first.get_attribute("href")
    assert old is not None
    ada.open(old)
    notice = ada.page.get_by_role("status").filter(has_text="read-only")
    expect(notice).to_be_visible()
    assert [one for one in ada.complaints_of_axe() if "notice" in one] == []
    ada.page.get_by_role("button", name="Continue at a new table").click()
    ada.page.wait_for_url(lambda url: not url.endswith(old))
    expect(ada.page.get_by_role("button", name="Continue at a new table")).to_have_count(0)
    ada.wait_for_turn()
    ada.open("/")
    expect(row.filter(has_text="read-only").first).to_be_visible()


@pytest.mark.parametrize("name", ["faceless-silence-rules-1", "setawatch-second-thoughts-rules-3"])
def test_a_record_of_earlier_rules_is_shown_with_a_sentence(ada, name):
    saved = json.loads((EARLIER / f"{name}.json").read_text(encoding="utf-8"))
    agreed = json.loads(OUTCOMES.read_text(encoding="utf-8"))[name]
    ada.open("/")
    ada.page.locator("input[type=file]").set_input_files(EARLIER / f"{name}.json")
    ada.page.wait_for_url("**/record/**")
    last = len(saved["entries"]) if agreed == "all" else agreed
    expect(ada.page.get_by_role("slider")).to_have_attribute("max", str(last))
    sentence = "under which it goes on" if agreed == "all" else "so it is read-only"
    expect(ada.page.locator("p[role=note]")).to_contain_text(sentence)


def test_a_record_of_each_format_is_shown(ada):
    for record in (RECORDS / "lueur-province-2.json", VERSIONS / "record-2.json"):
        ada.open("/")
        ada.page.locator("input[type=file]").set_input_files(record)
        ada.page.wait_for_url("**/record/**")
        expect(ada.page.get_by_role("slider")).to_be_visible()


@pytest.mark.parametrize("version", ["version-1", "version-2"])
def test_a_campaign_of_an_earlier_version_is_brought_and_goes_on(ada, version):
    ada.open("/campaigns")
    ada.page.get_by_label("Bring a file").set_input_files(CAMPAIGNS / version / "ours.json")
    expect(ada.page.locator(".history li")).to_have_count(2)
    expect(ada.page.get_by_role("link", name="Begin the next Run")).to_be_visible()
