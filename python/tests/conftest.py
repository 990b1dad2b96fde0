"""What tests share."""

import gzip
import json
import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
KEPT = ROOT / "crates/titles/tests/golden/rules-1"
CORPORA = [ROOT / "../shared/corpus", ROOT / "../shared/corpus-1889"]


def by_size(quick, ci, whole):
    """How much is tried."""
    return {"ci": ci, "whole": whole}.get(os.environ.get("SIGNALBOX_TESTS", ""), quick)


def kept_games():
    """Kept games of earlier programs: name and text of the file."""
    files = sorted(KEPT.iterdir())
    assert len(files) > 100
    for path in files[:: by_size(29, 6, 1)]:
        with gzip.open(path) as file:
            yield path.name, json.dumps(json.load(file)["game"])


def recorded_games():
    """Recorded games of the public platform, where they are."""
    files = [f for folder in CORPORA for f in sorted(folder.glob("*.game.json"))]
    for path in files[:: by_size(25, 6, 1)]:
        yield path.name, path.read_text()


class Engine:
    """`signalbox engine` as a process."""

    def __init__(self, program):
        self.process = subprocess.Popen(
            [program, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, *requests):
        self.process.stdin.write(json.dumps(requests) + "\n")
        self.process.stdin.flush()
        answers = json.loads(self.process.stdout.readline())
        for request, answer in zip(requests, answers, strict=True):
            assert "ok" in answer, (request, answer)
        return [answer["ok"] for answer in answers]

    def close(self):
        self.process.stdin.close()
        assert self.process.wait(10) == 0


@pytest.fixture(scope="session")
def engine():
    program = os.environ.get("SIGNALBOX_BIN")
    if program is None:
        assert "SIGNALBOX_NO_SKIP" not in os.environ, "SIGNALBOX_BIN is not told"
        pytest.skip("SIGNALBOX_BIN does not say where the program is")
    engine = Engine(program)
    yield engine
    engine.close()
