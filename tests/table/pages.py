"""A client that keeps its page and asks only for what it lacks, as the browser does."""

from __future__ import annotations

import json
import random
from typing import Any

import httpx

from grognard.table.parts import HEADER

from .server import Player


def some_action(page: dict[str, Any], rng: random.Random) -> str:
    actions = page["view"]["actions"]
    verb = rng.choice(sorted(actions))
    return f"{verb} {rng.choice(actions[verb])}".strip()


class Keeper:
    """A seat with its page and its log, completed from what the table sends."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.page: dict[str, Any] = {"view": {}, "board": {}}
        self.tags: dict[str, str] = {}
        self.logs: dict[str, tuple[int, int, list[Any]]] = {}
        self.overlays: list[str] = []
        #: the last answer as it came
        self.answer: dict[str, Any] = {}
        self.sent = 0

    def known(self) -> dict[str, str]:
        log = {side: [moment, version] for side, (moment, version, _) in self.logs.items()}
        return {HEADER: json.dumps({"parts": self.tags, "log": log, "overlays": self.overlays})}

    def look(self) -> dict[str, Any]:
        return self.take(self.player.http.get("/api/match", headers=self.player.headers | self.known()))

    def post(self, path: str, body: Any = None) -> dict[str, Any]:
        headers = self.player.headers | self.known()
        return self.take(self.player.http.post(f"/api/match{path}", headers=headers, json=body))

    def play(self, *actions: str) -> dict[str, Any]:
        return self.post("/actions", {"version": self.page["view"]["version"], "actions": list(actions)})

    def take(self, reply: httpx.Response) -> dict[str, Any]:
        assert reply.status_code == 200, reply.text
        self.answer, self.sent = reply.json(), int(reply.headers["content-length"])
        sent = self.answer
        tags = dict(sent["tags"])
        for part, tag in self.tags.items():
            name, field = part.split(".")
            if field not in sent[name]:
                sent[name] = {**sent[name], field: self.page[name][field]}
                tags[part] = tag
        self.page, self.tags = {"view": sent["view"], "board": sent["board"]}, tags
        log, moment = sent["log"], sent["board"]["moment"]
        before = self.logs.get(log["knower"], (0, 0, []))[2]
        kept = [line for line in before if line["number"] <= log["after"]]
        self.logs[log["knower"]] = moment, sent["view"]["version"], [*kept, *log["lines"]]
        return self.page

    @property
    def log(self) -> list[Any]:
        return self.logs[self.answer["log"]["knower"]][2]
