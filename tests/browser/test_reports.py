"""A finished report in the browser: listed, shown in a frame, and unable to run anything."""

from __future__ import annotations

from playwright.sync_api import expect

from embertable.lab.plan import read_plan
from embertable.lab.report import report_of
from embertable.lab.run_plan import run_plan


def test_a_finished_report_is_listed_and_shown(person, served, tmp_path):
    reports = served.store.parent / "reports"
    reports.mkdir()
    plan = tmp_path / "watch.toml"
    plan.write_text('title = "The Watch"\ngame = "setawatch"\ngames = 6\nbots = "random"\n')
    games = run_plan(read_plan(plan), tmp_path / "results", "pool", 1, lambda done, total: None)
    page = report_of(read_plan(plan), games, "en")
    (reports / "watch.html").write_text(page, encoding="utf-8")
    bad = "<title>Mischief</title><p id=p>quiet</p><script>p.textContent = 'loud'</script>"
    (reports / "mischief.html").write_text(bad)
    (reports / "no report.html").write_text("its name is no address")
    ada = person("Ada")
    ada.page.goto(f"{ada.address}/reports")
    links = ada.page.get_by_role("navigation").get_by_role("link")
    expect(links).to_have_text(["Mischief", "The Watch: what the games show"])
    links.nth(1).click()
    frame = ada.page.frame_locator("iframe")
    expect(frame.get_by_role("heading", level=1)).to_have_text("The Watch: what the games show")
    expect(frame.get_by_role("img").first).to_be_visible()
    assert ada.complaints == []
    links.nth(0).click()
    expect(ada.page.frame_locator("iframe").locator("p")).to_have_text("quiet")
    # The console says that a script was kept from running.
    ada.complaints.clear()
    assert ada.page.goto(f"{ada.address}/api/reports/nothing").status == 404
    ada.complaints.clear()


def test_without_reports_the_page_says_how_to_make_one(person):
    ada = person("Ada", language="it")
    ada.page.goto(f"{ada.address}/reports/gone")
    expect(ada.page.get_by_role("heading", level=1)).to_be_visible()
    expect(ada.page.locator("iframe")).to_have_count(0)
