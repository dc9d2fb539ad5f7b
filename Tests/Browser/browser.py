#!/usr/bin/env python3
"""Tests the HTML report in a real headless Chromium.

    python3 browser.py [--shots FOLDER] [DATA.json | PAGE.html ...]

Without arguments only the built-in data is tested. A DATA file is inserted into timeline.html; a PAGE is a finished report.
Each test prints one line; the exit status is 1 if a test fails.
"""
import argparse
import json
import os
import re
import sys
import tempfile
import time
import traceback
from pathlib import Path

from playwright.sync_api import sync_playwright

HERE = Path(__file__).resolve().parent
TEMPLATE = HERE / "../../Sources/CPages/timeline.html"
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
ESCAPED = re.compile("[<>&\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


# ---- Data ----

def violation(line, t, label="timer redraw is still running", related=(), **changes):
    return {"rule": "timers-stopped-on-resign", "severity": "error", "message": "timer redraw is still running after the app resigned active",
            "why": "a timer drains the battery", "help": "invalidate the timer", "guidance": ["G-19", "https://developer.apple.com/documentation/uikit"],
            "line": line, "t": t, "label": label, "process": 0, "repeats": 0, "notes": [], "state": "app=inactive", "known": False, "suppressed": False,
            "counterfactual": None, "cause": None, "related": list(related), **changes}


def home():
    """The log of the README: a timer keeps running after the home button was pressed."""
    names = [(0, "app.didBecomeActive"), (0.58, "timer.start id=redraw"), (5.28, "user.dataDirty id=drawing7"), (8.63, "app.willResignActive"), (8.64, "app.willResignActive.end"),
             (8.88, "app.didEnterBackground"), (8.89, "data.save id=drawing7"), (8.91, "app.didEnterBackground.end"), (8.98, "timer.fire id=redraw"), (8.99, "gl.call fn=glDrawArrays")]
    lines = [f"10:00:{0.42 + t:06.3f} Sketchpad[4242:1] {name}" for t, name in names]
    started = {"line": 2, "t": 0.58, "label": "timer redraw starts here", "role": "opened"}
    resigned = {"line": 4, "t": 8.63, "label": "app.willResignActive is called here", "role": "trigger"}
    background = {"line": 6, "t": 8.88, "label": "background begins here", "role": "state"}
    bar = lambda start, end, label, opened, closed, **more: {"from": start, "to": end, "label": label, "open": opened, "close": closed, **more}
    return {"tool": "lifecheck 0.1.0", "title": "Samples/home.trace.log", "rulebook": "ios", "summary": "1 error, 1 warning; 13 rules held", "notice": None, "axis": "time", "clock": 36000.42, "end": 8.99,
            "processes": [{"name": "Sketchpad[4242]", "lanes": [
                {"kind": "state", "title": "state", "bars": [bar(0, 8.63, "active", 1, 4), bar(8.63, 8.88, "inactive", 4, 6), bar(8.88, 8.99, "background", 6, None)]},
                {"kind": "callback", "title": "callbacks", "bars": [bar(8.63, 8.64, "app.willResignActive", 4, 5), bar(8.88, 8.91, "app.didEnterBackground", 6, 8), bar(8.885, 8.9, "nested", 7, 7)]},
                {"kind": "span", "title": "timer redraw", "bars": [bar(0.58, None, "timer redraw", 2, None, broken=[1])]},
                {"kind": "span", "title": "unsaved drawing7", "bars": [bar(5.28, 8.89, "unsaved drawing7", 3, 7)]},
                {"kind": "event", "title": "events", "bars": [bar(8.98, 8.98, "timer.fire", 9, 9), bar(8.99, 8.99, "gl.call", 10, 10)]}]}],
            "events": [[index + 1, t, name.split()[0], 0] for index, (t, name) in enumerate(names)],
            "violations": [violation(5, 8.64, related=[started, resigned], severity="warning", counterfactual="would hold if timer.stop id=redraw occurred between lines 2 and 5"),
                           violation(10, 8.99, "must not occur while background", [background], rule="no-gl-in-background", message="gl.call while the app is in the background", cause=1, repeats=3)],
            "pieces": [{"first": 1, "lines": lines}]}


def clean():
    data = home()
    data["violations"] = []
    data["summary"] = "no violations; 54 rules held"
    data["processes"][0]["lanes"][2]["bars"][0].pop("broken")
    return data


def ordered():
    """A log without times, so that t is the number of the event."""
    data = home()
    position = {line: line - 1 for line in range(1, 11)}
    data.update(axis="order", clock=None, end=9, events=[[line, line - 1, name, 0] for line, _, name, _ in data["events"]])
    for lane in data["processes"][0]["lanes"]:
        for bar in lane["bars"]:
            bar.update({"from": position[bar["open"]], "to": None if bar["to"] is None else position.get(bar["close"], 9)})
    for entry in data["violations"]:
        for moment in [entry, *entry["related"]]:
            moment["t"] = position[moment["line"]]
    return data


HOSTILE = ["</script><script>alert(1)</script>", "<!--", "<img src=x onerror=alert(1)>", "\u202eevil\u202c", "nul\u0000nul", "lone \ud83d surrogate \udc00", "zero\u200bwidth\ufeff", "it's \"quoted\" id='`${x}`'",
           "__proto__", "a\u2028b\u2029c", "\u001b[31mred", "&lt;b&gt;", "𝒳 𝔸 👩‍👩‍👧", "javascript:alert(1)"]


def hostile():
    data = home()
    text = " ".join(HOSTILE)
    data["title"] = data["summary"] = data["notice"] = data["rulebook"] = text
    data["pieces"] = [{"first": 1, "lines": data["pieces"][0]["lines"] + HOSTILE + ["x" * 1_000_000, text]}]
    data["processes"][0]["name"] = text
    for index, lane in enumerate(data["processes"][0]["lanes"]):
        lane["title"] = HOSTILE[index]
        for bar in lane["bars"]:
            bar["label"] = HOSTILE[(index + bar["open"]) % len(HOSTILE)]
    for entry in data["violations"]:
        entry.update(rule=text, message=text, why=text, help=text, guidance=["javascript:alert(1)", text, "https://example.com/\"><script>"], label=text, notes=[text], state=text, counterfactual=text)
        for related in entry["related"]:
            related["label"] = text
    return data


def large(count=100_000, processes=3):
    """Events of several processes with many short bars, and a violation for each 2,000 of them."""
    data = {**home(), "title": "soak-test.log", "notice": "The log has 512,000 lines; shown are those around its violations.", "processes": [], "events": [], "violations": [], "clock": 36000.0}
    lanes = [{} for _ in range(processes)]
    lines, t, states = [], 0.0, ["active", "inactive", "background", "inactive"]
    seed = 1

    def random():
        nonlocal seed
        seed = (seed * 1103515245 + 12345) % 2**31
        return seed / 2**31

    def log(name, process):
        lines.append(f"{10 + int(t // 3600):02d}:{int(t // 60) % 60:02d}:{t % 60:09.6f} Sketchpad[{500 + process}:1] {name}")
        data["events"].append([len(lines), round(t, 6), name.split()[0], process])

    def add(process, kind, title, start, label, opened):
        lanes[process].setdefault((kind, title), []).append({"from": round(start, 6), "to": round(t, 6), "label": label, "open": opened, "close": len(lines)})

    changes = [(0.0, 1)] * processes
    while len(lines) < count:
        process = int(random() * processes)
        t += 60 * random() if random() < 0.001 else 0.1 * random()
        kind, opened, began = random(), len(lines) + 1, t
        if kind < 0.2:
            log("app.didBecomeActive", process)
            add(process, "state", "state", changes[process][0], states[len(lines) % 4], changes[process][1])
            changes[process] = (t, opened)
            t += 0.02 * random()
            log("app.didBecomeActive.end", process)
            add(process, "callback", "callbacks", began, "app.didBecomeActive", opened)
        elif kind < 0.6:
            key = f"timer {'abcd'[int(random() * 4)]}"
            log(f"timer.start id={key[-1]}", process)
            t += 0.2 * random()
            log(f"timer.stop id={key[-1]}", process)
            add(process, "span", key, began, key, opened)
        else:
            log("gl.call", process)
            add(process, "event", "events", began, "gl.call", opened)
        if len(lines) % 2000 < 2 and len(lines) > 100:
            related = data["events"][len(lines) - 30]
            data["violations"].append(violation(len(lines), t, related=[{"line": related[0], "t": related[1], "label": "timer redraw starts here", "role": "opened"}], process=process))
    data["end"] = t
    data["processes"] = [{"name": f"Sketchpad[{500 + index}]", "lanes": [{"kind": kind, "title": title, "bars": bars} for (kind, title), bars in sorted(group.items(), key=lambda item: "state callback span event".index(item[0][0]))]} for index, group in enumerate(lanes)]
    data["pieces"] = [{"first": 1, "lines": lines}]
    return data


def page_text(data, template=TEMPLATE):
    text = json.dumps(data, ensure_ascii=False)
    text = ESCAPED.sub(lambda match: f"\\u{ord(match[0]):04x}", text)
    return template.read_text(encoding="utf-8").replace("@DATA@", text)


# ---- Harness ----

class Report:
    """One opened page. It records console messages, errors and requests; `close` fails if there were any."""

    def __init__(self, browser, path, hash="", scheme="light", size=(1280, 800), motion="reduce"):
        self.context = browser.new_context(viewport={"width": size[0], "height": size[1]}, color_scheme=scheme, reduced_motion=motion)
        self.page = self.context.new_page()
        self.problems, self.requests = [], []
        self.page.on("console", lambda message: self.problems.append(f"console {message.type}: {message.text}"))
        self.page.on("pageerror", lambda error: self.problems.append(f"error: {error}"))
        self.page.on("dialog", lambda dialog: (self.problems.append("dialog"), dialog.dismiss()))
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.url = Path(path).as_uri()
        self.page.goto(self.url + hash)
        self.settle()

    def settle(self):
        self.page.evaluate("new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))")

    def run(self, script, *arguments):
        return self.page.evaluate(script, *arguments)

    def press(self, *names):
        for name in names:
            self.page.keyboard.press(name)
        self.settle()

    def rows(self, selector):
        return self.page.locator(f"#log .row:not([hidden]){selector} > .gutter").evaluate_all("nodes => nodes.map(node => Number(node.lastChild.textContent))")

    def hash(self):
        return self.run("location.hash")

    def bar_point(self, process, title, index):
        """Coordinates of the middle of the visible part of a bar."""
        return self.run("""([p, title, index]) => {
            const lane = processes[p].lanes.find(lane => lane.title === title), bar = lane.bars[index], box = lanes.getBoundingClientRect();
            const row = lane.rows.findIndex(row => row.includes(bar)), gutter = gutterWidth();
            const scale = (lanes.clientWidth - gutter) / (state.view.to - state.view.from), X = t => gutter + (positionOf(t) - state.view.from) * scale;
            const from = Math.max(X(bar.from), gutter), to = Math.min(X(bar.end), lanes.clientWidth);
            return [box.left + (from + to) / 2, box.top + headerHeight() + lane.top - lanes.scrollTop + row * ROW_STEP + ROW / 2];
        }""", [process, title, index])

    def close(self, expect_problems=False):
        extra = [url for url in self.requests if url.split("#")[0] != self.url]
        self.context.close()
        assert not extra, f"requests: {extra[:3]}"
        assert expect_problems or not self.problems, f"{self.problems[:3]}"


def expect(actual, wanted, what):
    assert actual == wanted, f"{what}: {actual!r} instead of {wanted!r}"


# ---- Tests of the built-in data ----

def test_source(open_report):
    text = TEMPLATE.read_text(encoding="utf-8")
    for word in ("innerHTML", "outerHTML", "insertAdjacent", "document.write", "eval(", "new Function", "http:", "unsafe-inline", "fetch(", "XMLHttp"):
        assert word not in text, word
    assert text.count('<script type="application/json" id="data">@DATA@</script>') == 1
    return f"{len(text.encode()):,} bytes"


def test_selection(open_report):
    report = open_report(home())
    page = report.page
    expect(page.locator("[role=option]").count(), 2, "violations")
    expect(page.locator("#detail").is_visible(), False, "details before a selection")
    before = report.run("state.view.to - state.view.from")
    page.locator("[role=option]").first.click()
    report.settle()
    expect(page.locator("[role=option][aria-selected=true]").count(), 1, "selected options")
    expect(page.locator("#list").get_attribute("aria-activedescendant"), "option-1", "active option")
    expect(report.hash(), "#v1", "deep link")
    expect(report.rows(".proof"), [5], "proof line")
    expect(sorted(report.rows(".related")), [2, 4], "related lines")
    text = page.locator("#detail").inner_text()
    for part in ("timer redraw starts here", "a timer drains the battery", "invalidate the timer", "would hold if timer.stop", "app=inactive", "+8.05 s"):
        assert part in text, f"{part!r} is not in the details"
    expect(page.locator("#detail a").get_attribute("href"), "https://developer.apple.com/documentation/uikit", "link to the guidance")
    page.locator("[role=option]").nth(1).click()
    report.settle()
    expect(report.hash(), "#v2", "deep link of the second")
    assert report.run("state.view.to - state.view.from") < before, "the selection does not zoom"
    assert "same cause as violation 1" in page.locator("#detail").inner_text()
    page.locator("#detail .link").click()
    report.settle()
    expect(report.hash(), "#v1", "link to the cause")
    page.locator("#detail .step").first.click()
    report.settle()
    expect((report.hash(), report.rows(".current")), ("#L2", [2]), "step of the proof")
    expect(report.rows(".proof"), [5], "the violation stays selected")
    report.close()


def test_lanes(open_report):
    report = open_report(home())
    page = report.page
    x, y = report.bar_point(0, "timer redraw", 0)
    page.mouse.move(x, y)
    report.settle()
    tip = page.locator("#tooltip").inner_text()
    assert "timer redraw" in tip and "opened in line 2, never closed" in tip and "1: timer redraw" in tip, tip
    page.mouse.click(x, y)
    report.settle()
    expect((report.hash(), report.rows(".current"), report.run("state.violation.number")), ("#L2", [2], 1), "click on a broken bar")
    page.mouse.click(*report.bar_point(0, "callbacks", 1))
    report.settle()
    expect(report.rows(".current"), [6], "click on a callback")
    page.mouse.move(*report.bar_point(0, "callbacks", 2))
    report.settle()
    assert "nested" in page.locator("#tooltip").inner_text(), "a nested bar has its own row"
    page.mouse.click(*report.bar_point(0, "events", 1))
    report.settle()
    expect(report.rows(".current"), [10], "click on an event")
    page.locator(".row:has-text('data.save')").click()
    report.settle()
    expect((report.run("state.cursor"), report.hash()), (8.89, "#L7"), "click on a line")
    page.locator(".row:has-text('app.willResignActive.end')").click()
    report.settle()
    expect((report.run("state.violation.number"), report.run("state.line")), (1, 5), "click on the line of a violation")
    box = page.locator("#lanes").bounding_box()
    report.press("0")
    view = report.run("state.view")
    page.mouse.move(box["x"] + 500, box["y"] + 300)
    page.keyboard.down("Control")
    page.mouse.wheel(0, -300)
    page.keyboard.up("Control")
    report.settle()
    zoomed = report.run("state.view")
    assert zoomed["to"] - zoomed["from"] < view["to"] - view["from"], "Ctrl+wheel does not zoom"
    page.mouse.down()
    page.mouse.move(box["x"] + 400, box["y"] + 300, steps=4)
    page.mouse.up()
    report.settle()
    assert report.run("state.view.from") > zoomed["from"], "dragging does not move the view"
    page.mouse.click(box["x"] + 300, box["y"] + 10)
    report.settle()
    assert report.run("state.view.from") < zoomed["from"], "the overview does not move the view"
    report.press("0")
    pin = report.run("pins.map(pin => [pin.x, pin.violations.map(violation => violation.number)])")
    page.mouse.click(box["x"] + pin[0][0], box["y"] + 34 + 22 + 11)
    report.settle()
    assert report.run("state.violation.number") in pin[0][1], "click on a pin"
    height = report.run("contentHeight")
    page.locator(".heading").first.click()
    report.settle()
    assert report.run("contentHeight") < height, "the process does not collapse"
    expect(page.locator(".heading").first.get_attribute("aria-expanded"), "false", "state of the heading")
    page.locator("[role=option]").nth(1).click()
    report.settle()
    expect(report.run("contentHeight"), height, "a selection expands its process")
    report.close()


def test_keyboard(open_report):
    report = open_report(home())
    report.press("j")
    expect(report.hash(), "#v1", "j")
    report.press("ArrowDown")
    expect(report.hash(), "#v2", "arrow down")
    report.press("j")
    expect(report.hash(), "#v2", "j at the end")
    report.press("k")
    expect(report.hash(), "#v1", "k")
    length = "state.view.to - state.view.from"
    report.press("0")
    whole = report.run(length)
    report.press("+")
    zoomed = report.run(length)
    assert zoomed < whole, "+"
    left = report.run("state.view.from")
    report.press("ArrowRight")
    assert report.run("state.view.from") > left, "arrow right"
    report.press("ArrowLeft")
    assert abs(report.run("state.view.from") - left) < 1e-6, "arrow left"
    report.press("-")
    assert report.run(length) > zoomed, "-"
    report.press("?")
    expect(report.page.locator("#help").is_visible(), True, "help")
    report.press("Escape")
    expect(report.page.locator("#help").is_visible(), False, "help closed")
    report.press("Escape")
    expect((report.run("state.violation"), report.hash()), (None, ""), "Escape")
    report.press("/")
    expect(report.run("document.activeElement.id"), "search", "/")
    report.press("Escape")
    report.page.locator("#log").focus()
    report.press("ArrowDown", "ArrowDown")
    expect(report.rows(".current"), [2], "arrows in the log")
    report.page.locator("#log-splitter").focus()
    height = report.run("lanes.clientHeight")
    report.press("ArrowUp")
    expect(report.run("lanes.clientHeight"), height - 20, "arrow on the splitter")
    report.page.locator("#search").focus()
    focus = [report.run("document.activeElement.id || document.activeElement.className")]
    for _ in range(12):
        report.press("Tab")
        focus.append(report.run("document.activeElement.id || document.activeElement.className"))
    for name in ("help-button", "list", "zoom-in", "lanes", "heading", "log"):
        assert name in focus, f"Tab does not reach {name}: {focus}"
    report.close()


def test_search(open_report):
    report = open_report(home())
    page, count = report.page, report.page.locator("#count")
    page.locator("#search").fill("BACKGROUND")
    page.wait_for_timeout(200)
    expect(count.inner_text(), "2 lines", "matching lines")
    expect(page.locator("[role=option]:visible").count(), 1, "matching violations")
    expect(page.locator("mark").count(), 2, "marked matches")
    page.locator("#search").press("Enter")
    report.settle()
    expect((report.rows(".current"), count.inner_text()), ([6], "1 / 2 lines"), "Enter")
    page.locator("#search").press("Enter")
    report.settle()
    expect((report.rows(".current"), count.inner_text()), ([8], "2 / 2 lines"), "second Enter")
    page.locator("#search").press("Shift+Enter")
    report.settle()
    expect(report.rows(".current"), [6], "Shift+Enter")
    page.locator("#search").fill("(no such [text")
    page.wait_for_timeout(200)
    expect((count.inner_text(), page.locator("#list .empty").is_visible()), ("0 lines", True), "no match")
    report.press("Escape")
    expect((page.locator("[role=option]:visible").count(), count.inner_text()), (2, ""), "Escape clears the search")
    report.close()


def test_deep_links(open_report):
    report = open_report(home(), "#v2")
    expect((report.run("state.violation.number"), report.rows(".proof")), (2, [10]), "#v2 on load")
    report.run("location.hash = '#L3'")
    report.settle()
    expect((report.rows(".current"), report.run("state.cursor")), ([3], 5.28), "#L3 on change")
    report.run("location.hash = '#v1'")
    report.settle()
    expect(report.rows(".proof"), [5], "#v1 on change")
    for wrong in ("#v0", "#v99", "#L0", "#L999999", "#v1x", "#<img>", "#__proto__"):
        report.run("hash => { location.hash = hash }", wrong)
        report.settle()
        expect(report.run("state.violation.number"), 1, wrong)
    report.close()


def test_clean(open_report):
    report = open_report(clean())
    expect(report.page.locator("#clean").is_visible(), True, "panel without violations")
    assert "No rule was broken" in report.page.locator("#side").inner_text()
    expect(report.page.locator("#list").is_visible(), False, "empty list")
    report.press("j", "Escape", "+", "0")
    report.page.mouse.click(*report.bar_point(0, "timer redraw", 0))
    report.settle()
    expect(report.rows(".current"), [2], "click on a bar")
    report.close()
    for empty in ({"processes": [], "events": [], "violations": [], "pieces": [], "end": 0}, {"processes": [], "events": [], "violations": [violation(1, None)], "end": 0}):
        report = open_report({**home(), **empty}, "#v1")
        report.press("j", "+", "0", "ArrowRight", "Escape")
        report.close()


def test_order(open_report):
    report = open_report(ordered(), "#v1")
    assert "event 5" in report.page.locator("#detail").inner_text()
    assert "+2 events" in report.page.locator("#detail").inner_text(), report.page.locator("#detail").inner_text()
    report.close()


def test_jitter(open_report):
    data = home()
    data["events"][4][1] = 8.62
    data["processes"][0]["lanes"][1]["bars"][0].update({"to": 8.62})
    data["violations"][0]["related"][1]["t"] = 8.63
    report = open_report(data, "#v1")
    report.page.mouse.move(*report.bar_point(0, "callbacks", 0))
    report.press("j", "0")
    report.close()


def test_pause(open_report):
    """A long pause is folded; times, clicks and the ruler are right on both sides of it."""
    data = home()
    later = lambda t: t + 600 if t is not None and t > 8.95 else t
    data["events"] = [[line, later(t), name, process] for line, t, name, process in data["events"]]
    data["end"] = later(data["end"])
    for lane in data["processes"][0]["lanes"]:
        for bar in lane["bars"]:
            bar.update({"from": later(bar["from"]), "to": later(bar["to"])})
    data["violations"][1]["t"] = later(8.99)
    report = open_report(data)
    expect(report.run("folds.length"), 1, "folded pauses")
    assert report.run("whole.to - whole.from") < 15, "the pause is not folded"
    for t in (0, 8.9, 9.5, 300, 608, 608.98, 608.99):
        assert abs(report.run("t => timeAt(positionOf(t))", t) - t) < 1e-6, f"{t} s is not its own inverse"
    report.page.mouse.click(*report.bar_point(0, "events", 0))
    report.settle()
    expect(report.rows(".current"), [9], "click on an event after the pause")
    assert abs(report.run("state.cursor") - 608.98) < 1e-6
    report.press("j", "j")
    assert "10 min 00 s" in report.page.locator("#detail").inner_text()
    report.close()


def test_many(open_report):
    """Thousands of lanes and violations."""
    data = home()
    lanes = data["processes"][0]["lanes"]
    lanes += [{"kind": "span", "title": f"file {index}", "bars": [{"from": index / 1000, "to": None, "label": f"file {index}", "open": 2, "close": None}]} for index in range(3000)]
    data["violations"] = [violation(5, 8.64, related=data["violations"][0]["related"], message=f"violation {number}") for number in range(1, 2001)]
    report = open_report(data, "#v2000")
    opened = report.run("performance.getEntriesByName('painted')[0].startTime")
    expect(report.page.locator("[aria-selected=true]").get_attribute("id"), "option-2000", "last violation")
    began = time.time()
    report.press(*"kkkkk")
    assert time.time() - began < 2, "selecting five violations takes too long"
    report.run("lanes.scrollTop = 1e6")
    report.settle()
    report.close()
    return f"opened in {opened:.0f} ms"


def test_pieces(open_report):
    data = home()
    lines = data["pieces"][0]["lines"]
    data["pieces"] = [{"first": 2, "lines": lines[1:5]}, {"first": 12006, "lines": lines[5:]}]
    shift = lambda line: line + 12000 if line > 5 else line
    data["events"] = [[shift(event[0]), *event[1:]] for event in data["events"]]
    data["violations"][1]["line"] = shift(10)
    report = open_report(data, "#v2")
    expect(report.page.locator(".gap:visible").all_inner_texts(), ["… 1 line …", "… 12,000 lines …"], "gaps")
    expect(report.rows(".proof"), [12010], "line after a gap")
    report.page.locator(".gap:visible").last.click()
    report.close()


def test_csp(open_report):
    report = open_report(home())
    result = report.run("""() => new Promise(resolve => setTimeout(async () => {
        const result = {};
        const attempt = async (name, action) => { try { result[name] = await action(); } catch (error) { result[name] = 'refused'; } };
        window.hacked = false;
        await attempt('script', () => { const node = document.createElement('script'); node.append('window.hacked = true'); document.body.append(node); return window.hacked; });
        await attempt('eval', () => eval('1'));
        await attempt('function', () => new Function('return 1')());
        await attempt('fetch', () => fetch('https://example.com/').then(() => 'loaded'));
        await attempt('file', () => fetch(location.href).then(() => 'loaded'));
        await attempt('markup', () => { document.createElement('div').innerHTML = '<b>'; return 'set'; });
        await attempt('image', () => new Promise((done, fail) => { const node = new Image(); node.onload = () => done('loaded'); node.onerror = fail; node.src = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'; }));
        await attempt('style', () => { const node = document.createElement('style'); node.textContent = 'body { color: rgb(1, 2, 3) }'; document.head.append(node); return getComputedStyle(document.body).color === 'rgb(1, 2, 3)' ? 'applied' : 'refused'; });
        await attempt('attribute', () => { const node = document.createElement('a'); node.setAttribute('onclick', 'window.hacked = true'); document.body.append(node); node.click(); return window.hacked ? 'run' : 'refused'; });
        await attempt('frame', () => { const node = document.createElement('iframe'); node.src = 'https://example.com/'; document.body.append(node); return 'refused'; });
        resolve(result);
    }))""")
    expect({name for name, value in result.items() if value not in ("refused", False)}, set(), f"allowed ({result})")
    report.page.wait_for_timeout(200)
    expect([url for url in report.requests if url.startswith("http") and report.run("performance.getEntriesByType('resource').filter(entry => entry.transferSize).length")], [], "network")
    report.requests.clear()
    report.close(expect_problems=True)


def test_hostile(open_report):
    report = open_report(hostile(), "#v1")
    report.press("j", "k", "0")
    report.page.mouse.move(*report.bar_point(0, HOSTILE[2], 0))
    report.settle()
    names = set(report.run("[...document.querySelectorAll('body *')].map(node => node.localName)"))
    assert not names & {"img", "iframe", "object", "embed"}, names
    box = report.page.locator("#help-button").bounding_box()
    assert box["x"] + box["width"] <= 1280, "long names push the buttons out of the header"
    expect(report.run("document.scripts.length"), 2, "scripts")
    expect(report.run("document.querySelectorAll('#detail a').length"), 1, "links of a violation")
    shown = report.run("document.body.innerText + document.title + [...document.querySelectorAll('[title], [aria-label]')].map(node => node.title + node.ariaLabel).join()")
    assert not re.search("[\x00-\x08\x0b-\x1f\u200b\u202a-\u202e\u2028\u2029\ufeff\ud800-\udfff]", re.sub("[\U00010000-\U0010ffff]", "", shown)), "an invisible character is displayed"
    report.page.locator("#search").fill("</script>")
    report.page.wait_for_timeout(300)
    report.page.locator("#search").press("Enter")
    report.settle()
    expect(report.page.locator("mark").first.inner_text(), "</script>", "search for markup")
    report.page.locator("#search").fill("")
    report.run("selectLine(25)")
    report.settle()
    text = report.page.locator("#log").inner_text()
    for part in ("\\u{202e}evil\\u{202c}", "nul\\u{0}nul", "lone \\u{d83d} surrogate \\u{dc00}", "zero\\u{200b}width\\u{feff}", "</script><script>alert(1)</script>", "998,000 more characters"):
        assert part in text, f"{part!r} is not displayed"
    report.close()


def test_large(open_report):
    started = time.time()
    report = open_report(large())
    opened = report.run("performance.getEntriesByName('painted')[0].startTime")
    phases = report.run("Object.fromEntries(performance.getEntriesByType('paint').map(entry => [entry.name, Math.round(entry.startTime)]))")
    frames = lambda action: report.run("""action => new Promise(resolve => {
        const step = new Function; const deltas = []; let last = performance.now(), count = 0;
        const actions = {log: () => { log.scrollTop += 340; }, jump: () => { log.scrollTop = (count * 7919 % 97) / 97 * log.scrollHeight; },
            pan: () => panBy(0.01), zoom: () => zoomBy(count < 60 ? 0.93 : 1.07), whole: () => drawTimeline()};
        const frame = now => {
            deltas.push(now - last); last = now;
            if (++count > 120) return resolve(deltas.slice(2).sort((a, b) => a - b));
            actions[action](); requestAnimationFrame(frame);
        };
        requestAnimationFrame(frame);
    })""".replace("const step = new Function; ", ""), action)
    figures = []
    for action in ("whole", "zoom", "pan", "log", "jump"):
        deltas = frames(action)
        figures.append(f"{action} {deltas[len(deltas) // 2]:.0f}/{deltas[int(len(deltas) * .95)]:.0f} ms")
        assert deltas[len(deltas) // 2] < 34, f"{action}: {deltas[len(deltas) // 2]} ms for a frame"
    draw = report.run("(() => { setView(whole.from, whole.to); const began = performance.now(); for (let i = 0; i < 20; i++) drawTimeline(); return (performance.now() - began) / 20; })()")
    began = time.time()
    report.press("j")
    selection = time.time() - began
    expect(report.rows(".proof"), [report.run("violations[0].line")], "selection")
    report.page.locator("#search").fill("timer.stop id=b")
    report.page.wait_for_timeout(1000)
    assert "lines" in report.page.locator("#count").inner_text()
    report.close()
    assert opened < 1000, f"opened after {opened:.0f} ms"
    return f"opened in {opened:.0f} ms ({phases}); frames median/95 %: {', '.join(figures)}; whole timeline drawn in {draw:.1f} ms; selection {selection * 1000:.0f} ms"


def test_million_lines(open_report):
    data = {**clean(), "pieces": [{"first": 1, "lines": [f"line {number}" for number in range(1, 1_000_001)]}]}
    report = open_report(data)
    for number in (1, 999_999, 500_000, 444_444, 444_450, 1_000_000):
        report.run("number => selectLine(number)", number)
        report.settle()
        expect(report.rows(".current"), [number], "selected line")
        row = report.run("(() => { const box = document.querySelector('.row.current').getBoundingClientRect(), view = log.getBoundingClientRect(); return box.top >= view.top && box.bottom <= view.bottom; })()")
        expect(row, True, f"line {number} is visible")
    report.run("scrollLogTo(500000 * 18)")
    report.settle()
    top = "document.elementFromPoint(log.getBoundingClientRect().left + 200, log.getBoundingClientRect().top + 9).closest('.row').textContent"
    expect(report.run(top).split("line ")[1], "500001", "first line")
    report.run("log.scrollTop += 180")
    report.settle()
    expect(report.run(top).split("line ")[1], "500011", "first line after ten lines of scrolling")
    report.page.wait_for_timeout(300)
    expect(report.run(top).split("line ")[1], "500011", "first line after the scroll bar settled")
    for position, wanted in (("log.scrollHeight", "1000000"), ("0", "1")):
        report.run(f"log.scrollTop = {position}")
        report.settle()
        assert any(text.endswith(f"line {wanted}") for text in report.page.locator("#log .row:not([hidden])").all_inner_texts()), f"line {wanted} is not reached"
    report.close()


def test_print(open_report, folder):
    report = open_report(home(), scheme="dark")
    report.page.emulate_media(media="print", color_scheme="dark")
    report.run("dispatchEvent(new Event('beforeprint'))")
    expect((report.page.locator("#print article").count(), report.page.locator("#print canvas").count()), (2, 1), "printed violations and pictures")
    text = report.page.locator("#print").inner_text()
    assert "timer.start id=redraw" in text and "invalidate the timer" in text
    expect(report.run("getComputedStyle(document.querySelector('#print')).display + getComputedStyle(document.querySelector('main')).display"), "blocknone", "printed parts")
    colour = report.run("[...document.querySelector('#print canvas').getContext('2d').getImageData(600, 4, 1, 1).data]")
    assert min(colour[:3]) > 220, f"the picture is not light: {colour}"
    report.run("dispatchEvent(new Event('afterprint'))")
    expect(report.page.locator("#print article").count(), 0, "removed after printing")
    report.page.emulate_media(media="screen")
    path = folder / "print.pdf"
    report.page.pdf(path=path, format="A4", print_background=True)
    report.close()
    size = path.stat().st_size
    assert size > 20_000, f"PDF of {size} bytes"
    return f"PDF of {size:,} bytes"


def test_appearance(open_report):
    backgrounds = []
    for scheme in ("light", "dark"):
        report = open_report(home(), "#v1", scheme=scheme)
        backgrounds.append(report.run("[...canvas.getContext('2d').getImageData(400, 300, 1, 1).data].slice(0, 3).reduce((a, b) => a + b)"))
        report.close()
    assert backgrounds[0] > 600 and backgrounds[1] < 200, f"brightness of the canvas {backgrounds}"
    for width in (800, 1280, 1600):
        report = open_report(home(), "#v1", size=(width, 800))
        expect(report.run("document.documentElement.scrollWidth"), width, "width of the page")
        expect(report.page.locator("#help-button").bounding_box()["x"] + 30 <= width, True, "button in the header")
        report.close()
    report = open_report(home(), motion="no-preference")
    report.page.keyboard.press("j")
    report.page.wait_for_timeout(500)
    zoomed = report.run("state.view.to")
    report.settle()
    expect(report.run("state.view.to"), zoomed, "the animation ends")
    report.close()


# ---- Given data and pages ----

def check_given(browser, path, shots):
    """Checks that hold for every report, and its screenshots."""
    name = path.name.split(".")[0]
    report = Report(browser, path)
    opened = report.run("performance.getEntriesByName('painted')[0].startTime")
    count = report.run("violations.length")
    for number in range(1, min(count, 40) + 1):
        report.press("j")
        expect(report.hash(), f"#v{number}", "selected violation")
        assert report.rows(".proof") == [report.run("state.violation.line")], f"violation {number}: its line is not highlighted"
        lines = report.run("[...new Set(state.violation.moments.filter(moment => !textOfLine(moment.line)).map(moment => moment.line))]")
        assert not lines, f"violation {number}: lines {lines} are not in the page"
        visible = report.run("(() => { const box = document.querySelector('.row.proof').getBoundingClientRect(), view = log.getBoundingClientRect(); return box.top >= view.top && box.bottom <= view.bottom; })()")
        expect(visible, True, f"line of violation {number} is visible")
        expect(report.run("state.violation.moments.every(({t}) => positionOf(t) >= state.view.from && positionOf(t) <= state.view.to)"), True, f"moments of violation {number} are visible")
    report.press("Escape", "0")
    report.run("dispatchEvent(new Event('beforeprint'))")
    report.run("dispatchEvent(new Event('afterprint'))")
    report.close()
    if shots:
        for scheme in ("light", "dark"):
            for size in ((1280, 800), (1600, 1000)) if scheme == "light" else ((1280, 800),):
                for suffix, hash in [("", "")] + ([(f"-v{number}", f"#v{number}") for number in {min(count, 3)}] if count else []):
                    report = Report(browser, path, hash, scheme, size)
                    report.page.screenshot(path=shots / f"{name}{suffix}-{scheme}-{size[0]}.png")
                    report.close()
    return f"{count} violations, opened in {opened:.0f} ms"


def main(description=__doc__, tests=None, template=TEMPLATE, check_given=check_given):
    """Runs tests, by default those of this file, and checks the given files."""
    tests = tests or globals()
    parser = argparse.ArgumentParser(description=description.splitlines()[0])
    parser.add_argument("--shots", type=Path, help="folder for screenshots of the given data and pages")
    parser.add_argument("files", nargs="*", type=Path)
    options = parser.parse_args()
    if options.shots:
        options.shots.mkdir(parents=True, exist_ok=True)
    failures = 0
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as temporary:
        folder = options.shots or Path(temporary)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])

        def open_report(data, hash="", **settings):
            path = Path(temporary) / "report.html"
            path.write_text(page_text(data, template), encoding="utf-8")
            return Report(browser, path, hash, **settings)

        def run(name, test, *arguments):
            nonlocal failures
            try:
                detail = test(*arguments)
                print(f"ok   {name}{': ' + detail if detail else ''}", flush=True)
            except Exception as error:
                failures += 1
                place = traceback.extract_tb(error.__traceback__)[-1]
                where = next((frame for frame in reversed(traceback.extract_tb(error.__traceback__)) if Path(frame.filename).parent == HERE and frame.name.startswith(("test_", "check_"))), place)
                print(f"FAIL {name}, line {where.lineno}: {str(error)[:600]}", flush=True)

        for name, test in list(tests.items()):
            if name.startswith("test_"):
                run(name[5:], test, open_report, *([folder] if name == "test_print" else []))
        for path in options.files:
            if path.suffix == ".json":
                page = Path(temporary) / f"{path.stem}.html"
                page.write_text(page_text(json.loads(path.read_text(encoding="utf-8")), template), encoding="utf-8")
            else:
                page = path.resolve()
            run(str(path), check_given, browser, page, options.shots)
        browser.close()
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
