# SPDX-License-Identifier: MIT
"""Reads an H5MD file with h5py and prints what it finds as JSON.

usage: check-hdf5.py FILE
"""
import json
import sys

import h5py


def plain(value):
    """Strings, numbers and lists for JSON; what is no number becomes null."""
    if isinstance(value, bytes):
        return value.decode()
    if hasattr(value, "tolist"):
        return plain(value.tolist())
    if isinstance(value, list):
        return [plain(each) for each in value]
    return None if value != value else value


with h5py.File(sys.argv[1], "r") as file:
    bodies = file["particles/bodies"]
    elements = {
        name: {part: plain(group[part][()]) for part in ("step", "time", "value")}
        for name, group in bodies.items()
        if name != "box"
    }
    print(
        json.dumps(
            {
                "version": plain(file["h5md"].attrs["version"]),
                "creator": plain(file["h5md/creator"].attrs["name"]),
                "boundary": plain(bodies["box"].attrs["boundary"]),
                "edges": plain(bodies["box/edges"][()]) if "edges" in bodies["box"] else None,
                "dimension": plain(bodies["box"].attrs["dimension"]),
                "unit": plain(bodies["position/value"].attrs["unit"]),
                "species": plain(file["parameters/species"][()]),
                "elements": elements,
            }
        )
    )
