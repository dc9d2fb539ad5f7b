#!/usr/bin/env python3
"""Tests the page of `lifecheck diff` in a real headless Chromium.

    python3 comparison.py [--shots FOLDER] [DATA.json | PAGE.html ...]

Without arguments only the built-in data is tested. A DATA file is inserted into comparison.html; a PAGE is a finished page.
"""
import re

import browser
from browser import HERE, HOSTILE, Report, expect

TEMPLATE = HERE / "../../Sources/CPages/comparison.html"


# ---- Data ----

def side(line, event, time=0.0, count=1, text=None):
    return {"line": line, "event": event, "time": time, "count": count, **({"text": text} if text is not None else {})}


def row(good, bad, word=None, differences=(), step=False):
    return {**({"good": good} if good else {}), **({"bad": bad} if bad else {}), **({"word": word} if word else {}), "isStep": step, "differences": list(differences)}


def equal(first, count):
    return [row(side(first + index, "timer.fire id=redraw"), side(first + index, "timer.fire id=redraw")) for index in range(count)]


def home():
    """A deep link is lost, a callback is slow, and an event is at another place."""
    differences = [
        {"word": "missing", "text": "app.openURL url=postbox://draft/7", "good": "before.log:40", "isFirst": True},
        {"word": "reordered", "text": "db.open id=main is now after app.didBecomeActive", "good": "before.log:41", "bad": "after.log:41", "isFirst": False},
        {"word": "new", "text": "scene.willConnect id=A (2 times)", "bad": "after.log:43", "isFirst": False},
        {"word": "slower", "text": "app.didEnterBackground takes 2.5 s instead of 100 ms", "good": "before.log:99", "bad": "after.log:99", "isFirst": False},
    ]
    rows = [
        row(side(1, "app.didFinishLaunching"), side(1, "app.didFinishLaunching"), step=True), *equal(2, 38),
        row(side(40, "app.openURL url=postbox://draft/7", 1, text="10:00:01 app.openURL url=postbox://draft/7"), None, "missing", [0]),
        row(side(41, "db.open id=main", 2, text="10:00:02 db.open id=main"), None, "reordered", [1]),
        row(side(42, "app.didBecomeActive", 3), side(40, "app.didBecomeActive", 1), step=True),
        row(None, side(41, "db.open id=main", 2, text="11:00:02 db.open id=main"), "reordered", [1]),
        row(None, side(43, "scene.willConnect id=A", 4, 2, "11:00:04 scene.willConnect id=A"), "new", [2]),
        row(side(43, "net.start id=1"), None), *equal(44, 55),
        row(side(99, "app.didEnterBackground", 90, text="10:01:30 app.didEnterBackground"), side(99, "app.didEnterBackground", 95, text="11:01:35 app.didEnterBackground"), "slower", [3], True),
    ]
    place = lambda path, line, text: {"place": f"{path}:{line}", "text": text}
    return {
        "tool": "lifecheck 0.1.0", "rulebook": "ios", "summary": "after.log compared with before.log: 5 differences, 2 verdicts changed", "isDifferent": True,
        "good": "before.log", "bad": "after.log", "goodRuns": 1,
        "sessions": [
            {"title": "session 1 of Postbox", "good": place("before.log", 1, ""), "bad": place("after.log", 1, ""), "differences": differences, "pieces": [{"gap": 0, "rows": rows}]},
            {"title": "session 2 of Postbox (7 events)", "word": "missing", "good": place("before.log", 120, "10:05:00 app.didFinishLaunching"), "differences": [], "pieces": []},
        ],
        "verdicts": [
            {"rule": "save-data-on-background", "severity": "error", "kind": "lost", "text": "was held, is not observable now: data.save is missing (before.log:41)", "more": 0,
             "lines": [{"good": place("before.log", 41, "10:00:02 data.save id=draft")}]},
            {"rule": "no-gl-in-background", "severity": "error", "kind": "violated", "text": "was held, is violated now", "more": 3,
             "lines": [{"message": "gl.call while the app is in the background", "good": place("before.log", 7, "10:00:00 gl.call"), "bad": place("after.log", 100, "11:01:36 gl.call")}]},
        ]}


def same():
    data = home()
    data.update(isDifferent=False, summary="after.log compared with before.log: no differences (50 events, 1 session)", verdicts=[])
    data["sessions"] = [{**data["sessions"][0], "differences": [], "pieces": [{"gap": 0, "rows": equal(1, 50)}]}]
    return data


def hostile():
    data = home()
    text = " ".join(HOSTILE)
    data.update(rulebook=text, summary=text, good=text, bad=text, notice=text, tool=text)
    for session in data["sessions"]:
        session["title"] = text
        for difference in session["differences"]:
            difference.update(text=text, **{name: text for name in ("good", "bad") if name in difference})
        for entry in session["pieces"][0]["rows"] if session["pieces"] else []:
            for part in (entry.get("good"), entry.get("bad")):
                if part:
                    part.update(event=text, text=text)
    for verdict in data["verdicts"]:
        verdict.update(rule=text, text=text, severity=text)
        for pair in verdict["lines"]:
            pair.update({name: {"place": text, "text": text} for name in ("good", "bad") if name in pair}, message=text)
    return data


def large(count=10_000):
    data = home()
    differences, rows = [], []
    for number in range(count):
        if number % 10 == 5:
            rows.append(row(side(number, f"own.event name=a{number}", text="a line"), None, "missing", [len(differences)]))
            differences.append({"word": "missing", "text": f"own.event name=a{number}", "good": f"before.log:{number}", "isFirst": number == 5})
        else:
            rows += equal(number, 1)
    data["sessions"] = [{**data["sessions"][0], "differences": differences, "pieces": [{"gap": 0, "rows": rows}]}]
    return data


# ---- Helpers ----

def selected(report):
    """The texts of the selected rows and verdicts."""
    return report.page.locator("tr.row.selected, .verdict.selected").all_inner_texts()


def is_in_view(report, selector):
    return report.run("""selector => {
        const box = document.querySelector(selector).getBoundingClientRect();
        return box.top >= document.querySelector('header').offsetHeight && box.bottom <= innerHeight;
    }""", selector)


# ---- Tests ----

def test_source(open_report):
    text = TEMPLATE.read_text(encoding="utf-8")
    for word in ("innerHTML", "outerHTML", "insertAdjacent", "document.write", "eval(", "new Function", "http:", "unsafe-inline", "fetch(", "XMLHttp"):
        assert word not in text, word
    assert text.count('<script type="application/json" id="data">@DATA@</script>') == 1
    return f"{len(text.encode()):,} bytes"


def test_csp(open_report):
    browser.test_csp(lambda _: open_report(home()))


def test_start(open_report):
    report = open_report(home(), size=(1280, 500))
    expect(report.page.title(), "after.log compared with before.log – lifecheck", "title")
    expect(report.page.locator("#summary").inner_text(), home()["summary"], "summary")
    expect(report.page.locator("#changes li").count(), 7, "differences and verdicts in the summary")
    assert "app.openURL" in selected(report)[0], "the first divergence is selected"
    assert report.run("scrollY") > 0, "the page scrolls to the first divergence"
    expect(is_in_view(report, "tr.row.selected"), True, "the first divergence is in view")
    assert "first divergence" in report.page.locator("tr.row.selected").inner_text()
    expect(report.page.locator("#position").inner_text(), "1 of 7", "position")
    report.close()


def test_rows(open_report):
    report = open_report(home())
    words = report.page.locator("tr.row.unlike td.mark .word").all_inner_texts()
    expect(words, ["− missing", "⇅ reordered", "⇅ reordered", "+ new", "» slower", "− missing"], "words of the rows")
    colours = report.run("[...new Set([...document.querySelectorAll('tr.row.unlike td.mark .word')].map(node => getComputedStyle(node).color))].length")
    expect(colours, 3, "colours of missing, new and other differences")
    expect(report.page.locator("td.mark:has-text('not compared')").count(), 1, "rows that are not compared")
    folds = report.page.locator(".fold button")
    expect(folds.all_inner_texts(), ["… 33 rows without a difference …", "… 50 rows without a difference …"], "folded rows")
    count = report.page.locator("tr.row").count()
    folds.first.click()
    expect((report.page.locator("tr.row").count(), folds.count()), (count + 33, 1), "rows after a click")
    report.press("e")
    expect(folds.count(), 0, "folded rows after e")
    expect(len(selected(report)), 1, "the selection stays")
    cells = report.page.locator("tr.row", has_text="scene.willConnect").locator("td").all_inner_texts()
    expect([cells[4], cells[5]], ["43", "+4 s"], "line and time")
    assert "(2 times)" in cells[6] and "11:00:04 scene.willConnect id=A" in cells[6], cells
    report.close()


def test_keyboard(open_report):
    report = open_report(home(), size=(1280, 500))
    seen = []
    for _ in range(8):
        seen.append((report.hash(), report.page.locator("#position").inner_text(), len(selected(report))))
        expect(is_in_view(report, "tr.row.selected, .verdict.selected"), True, f"{seen[-1]} is in view")
        report.press("j")
    expect([entry[0] for entry in seen], ["#d1", "#d2", "#d3", "#d4", "#d5", "#d6", "#d7", "#d7"], "differences by j")
    expect(seen[1][2], 2, "both places of a reordered event are selected")
    report.press("k", "ArrowUp")
    expect(report.hash(), "#d5", "k and the arrow")
    report.press("ArrowDown")
    expect(report.hash(), "#d6", "arrow down")
    report.press("f")
    expect(report.hash(), "#d1", "first divergence")
    report.press("v")
    assert "save-data-on-background" in selected(report)[0], "verdicts"
    report.press("Escape")
    expect((report.hash(), selected(report)), ("", []), "nothing is selected")
    report.press("?")
    help = report.page.locator("#help").inner_text()
    assert all(word in help for word in ("next and previous difference", "first divergence", "not compared")), help
    report.press("Escape")
    report.press("k")
    expect(report.hash(), "#d7", "k without a selection")
    report.close()
    report = open_report(home(), "#d4")
    assert "app.didEnterBackground" in selected(report)[0], "deep link"
    report.close()


def test_click(open_report):
    report = open_report(home())
    report.page.locator("#changes button").nth(3).click()
    assert "app.didEnterBackground" in selected(report)[0], "click in the summary"
    report.page.locator("tr.row", has_text="db.open").last.click()
    expect((report.hash(), len(selected(report))), ("#d2", 2), "click on a row")
    report.page.locator("#next").click()
    expect(report.hash(), "#d3", "button")
    report.close()


def test_verdicts(open_report):
    report = open_report(home())
    verdicts = report.page.locator(".verdict").all_inner_texts()
    for part in ("not tested", "save-data-on-background", "before.log:41", "10:00:02 data.save id=draft", "no corresponding line in this run"):
        assert part in verdicts[0], f"{part!r} is not in {verdicts[0]!r}"
    for part in ("violated", "gl.call while the app is in the background", "before.log:7", "after.log:100", "11:01:36 gl.call", "and 3 more violations"):
        assert part in verdicts[1], f"{part!r} is not in {verdicts[1]!r}"
    report.close()


def test_same(open_report):
    report = open_report(same())
    expect(report.page.locator("#position").inner_text(), "no differences", "position")
    expect((report.page.locator("tr.row").count(), report.page.locator(".fold").count()), (50, 0), "rows")
    expect(report.page.locator("#verdicts").is_visible(), False, "verdicts")
    report.press("j", "k", "f", "v", "Escape")
    report.close()


def test_hostile(open_report):
    report = open_report(hostile())
    report.press("j", "j", "e", "k", "v")
    names = set(report.run("[...document.querySelectorAll('body *')].map(node => node.localName)"))
    assert not names & {"img", "iframe", "object", "embed", "a", "b"}, names
    expect(report.run("document.scripts.length"), 2, "scripts")
    shown = report.run("document.body.innerText + document.title + [...document.querySelectorAll('[title], [aria-label]')].map(node => node.title + node.ariaLabel).join()")
    assert not re.search("[\x00-\x08\x0b-\x1f\u200b\u202a-\u202e\u2028\u2029\ufeff\ud800-\udfff]", re.sub("[\U00010000-\U0010ffff]", "", shown)), "an invisible character is displayed"
    assert "</script><script>alert(1)</script>" in shown and "\\u{202e}evil\\u{202c}" in shown
    box = report.page.locator("#help-button").bounding_box()
    assert box["x"] + box["width"] <= 1280, "long names push the buttons out of the header"
    expect(report.run("document.documentElement.scrollWidth"), 1280, "width of the page")
    report.close()


def test_large(open_report):
    report = open_report(large())
    opened = report.run("performance.getEntriesByName('painted')[0].startTime")
    assert opened < 3000, f"opened after {opened:.0f} ms"
    report.press("j", "j")
    expect(report.hash(), "#d3", "difference")
    expect(report.page.locator("#changes .rest").inner_text(), "and 800 more differences", "rest of the list")
    report.close()
    return f"opened in {opened:.0f} ms"


def test_appearance(open_report):
    brightness = []
    for scheme in ("light", "dark"):
        report = open_report(home(), scheme=scheme)
        brightness.append(report.run("getComputedStyle(document.body).backgroundColor.match(/\\d+/g).reduce((a, b) => Number(a) + Number(b), 0)"))
        report.close()
    assert brightness[0] > 600 and brightness[1] < 200, f"brightness {brightness}"
    for width in (800, 1280, 1600):
        report = open_report(home(), size=(width, 800))
        expect(report.run("document.documentElement.scrollWidth"), width, "width of the page")
        report.close()


def test_print(open_report, folder):
    report = open_report(home(), scheme="dark")
    report.page.emulate_media(media="print", color_scheme="dark")
    expect(report.run("getComputedStyle(document.body).backgroundColor"), "rgb(255, 255, 255)", "printed background")
    expect(report.page.locator("#next").is_visible(), False, "buttons")
    expect(report.page.locator("tr.row").first.is_visible(), True, "rows")
    path = folder / "comparison.pdf"
    report.page.pdf(path=path, format="A4", print_background=True)
    report.close()
    size = path.stat().st_size
    assert size > 10_000, f"PDF of {size} bytes"
    return f"PDF of {size:,} bytes"


# ---- Given pages ----

def check_given(playwright_browser, path, shots):
    """Checks that hold for every page, and its screenshots."""
    report = Report(playwright_browser, path)
    count = report.run("items.length")
    for number in range(1, min(count, 40) + 1):
        expect(report.hash(), f"#d{number}", "selected difference")
        expect(is_in_view(report, "tr.row.selected, .verdict.selected"), True, f"difference {number} is in view")
        report.press("j")
    opened = report.run("performance.getEntriesByName('painted')[0].startTime")
    report.close()
    if shots:
        for scheme in ("light", "dark"):
            report = Report(playwright_browser, path, "", scheme)
            report.page.screenshot(path=shots / f"{path.stem}-{scheme}.png")
            report.close()
    return f"{count} differences, opened in {opened:.0f} ms"


if __name__ == "__main__":
    browser.main(__doc__, globals(), TEMPLATE, check_given)
