"""The examples of the README run."""

from pathlib import Path

import pytest

TEXT = (Path(__file__).resolve().parents[1] / "README.md").read_text()
BLOCKS = [rest.split("```")[0] for rest in TEXT.split("```python\n")[1:]]


@pytest.mark.parametrize("code", BLOCKS)
def test_an_example_runs(code):
    exec(compile(code, "README.md", "exec"), {})


def test_there_are_examples():
    assert len(BLOCKS) == 2
