# SPDX-License-Identifier: MIT
"""Reads trajectories and tables with python/scree.py and prints what it finds as JSON.

usage: check-trajectory.py [--without-numpy] FILE...

Numbers are hexadecimal digits of their bytes in the file, so that they can be compared to the bit.
"""
import json
import os
import struct
import sys

files = sys.argv[1:]
if files[0] == "--without-numpy":
    files = files[1:]
    sys.modules["numpy"] = None
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "python"))

import scree  # noqa: E402

KINDS = {name: kind for name, kind, *_ in scree._SECTIONS}


def digits(name, values):
    if values is None:
        return None
    if hasattr(values, "tobytes"):
        return values.tobytes().hex()
    flat = [each for row in values for each in (row if isinstance(row, tuple) else (row,))]
    return struct.pack("<%d%s" % (len(flat), KINDS[name]), *flat).hex()


def frame_facts(frame):
    sections = {name: digits(name, getattr(frame, name)) for name in KINDS if name != "number"}
    return {
        "time": frame.time,
        "step": frame.step,
        "number": frame.number,
        "world": [list(map(float, row)) for row in frame.world_positions()],
        "sections": sections,
    }


def facts(path):
    if path.endswith(".csv"):
        columns = scree.read_table(path).items()
        return {name: [each if isinstance(each, str) else float(each).hex() for each in cells] for name, cells in columns}
    with scree.open_trajectory(path) as run:
        frames = [frame_facts(frame) for frame in run]
        times = [float(time) for time in run.times]
        return {"version": run.version, "title": run.title, "times": times, "problems": run.problems, "frames": frames}


print(json.dumps([facts(path) for path in files]))
