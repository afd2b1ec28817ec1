# SPDX-License-Identifier: MIT
"""Reads the runs of Scree: trajectories of all versions, tables and manifests.

Copy this file beside your program, or add its folder to PYTHONPATH. It needs Python 3.8 or newer and NumPy. Without
NumPy it returns lists: of numbers for one value a row, of tuples for several.

    import scree

    with scree.open_trajectory("runs/heap") as run:
        last = run[-1]
        print(last.time, last.world_positions())
    table = scree.read_table("runs/heap/forces.csv")

The format is described in docs/reference/trajectory.md. All lengths are in m, times in s, forces in N.
"""

import csv
import json
import mmap
import os
import re
import struct
import zlib

try:
    import numpy as np
except ImportError:
    np = None

__all__ = ["Frame", "Trajectory", "TrajectoryError", "open_trajectory", "read_manifest", "read_table"]

NEWEST_VERSION = 4
_MAGIC = b"SCREETRJ"
_MARK = b"FRAM"
_HEAD = struct.Struct("<4sIQdQIIII")
_BOND_BYTES = 40

# Name, type, numbers a row, what a row belongs to, first version.
_SECTIONS = (
    ("origin", "d", 3, "frame", 1),
    ("ids", "i", 1, "bodies", 1),
    ("shapes", "i", 1, "bodies", 1),
    ("materials", "i", 1, "bodies", 1),
    ("scales", "f", 1, "bodies", 1),
    ("positions", "f", 3, "bodies", 1),
    ("orientations", "f", 4, "bodies", 1),
    ("velocities", "f", 3, "bodies", 1),
    ("angular_velocities", "f", 3, "bodies", 1),
    ("contact_bodies", "i", 2, "contacts", 1),
    ("contact_points", "f", 3, "contacts", 1),
    ("contact_forces", "f", 3, "contacts", 1),
    ("mesh_poses", "d", 7, "meshes", 1),
    ("contact_normals", "f", 3, "contacts", 2),
    ("number", "i", 1, "frame", 3),
    ("bond_bodies", "i", 2, "bonds", 4),
    ("bond_places", "f", 3, "bonds", 4),
    ("bond_forces", "f", 3, "bonds", 4),
    ("bond_used", "d", 1, "bonds", 4),
)
_BYTES = {"d": 8, "i": 4, "f": 4}


class TrajectoryError(ValueError):
    """The file is not a trajectory, its header is damaged, or its version is unknown."""


def _padded(size):
    return -(-size // 8) * 8


def _array(data, kind, width):
    """Rows of `width` numbers; a flat array where `width` is 1."""
    if np is not None:
        values = np.frombuffer(data, dtype="<i4" if kind == "i" else "<f%d" % _BYTES[kind])
        return values if width == 1 else values.reshape(-1, width)
    rows = list(struct.iter_unpack("<" + str(width) + kind, data))
    return [row[0] for row in rows] if width == 1 else rows


def _moved(points, origin):
    """The points, relative to `origin`, in the world; in double precision."""
    if np is not None:
        return points.astype(np.float64) + origin
    return [tuple(a + b for a, b in zip(point, origin)) for point in points]


class Frame:
    """One frame. Every array has a row for each body, contact, mesh or bond; see docs/guide/python.md.

    `number` is None in files of versions 1 and 2. `contact_normals` is None in files of version 1. The arrays of bonds
    are None in frames without bonds.
    """

    def __init__(self, time, step, sections):
        self.time = time
        self.step = step
        for name, _, _, _, _ in _SECTIONS:
            setattr(self, name, sections.get(name))
        self.origin = self.origin[0]
        self.number = None if self.number is None else int(self.number[0])

    def world_positions(self):
        """Positions of the bodies: those of their shapes' own frames."""
        return _moved(self.positions, self.origin)

    def world_contact_points(self):
        return _moved(self.contact_points, self.origin)

    def world_bond_places(self):
        return None if self.bond_places is None else _moved(self.bond_places, self.origin)

    def __repr__(self):
        return "<scree.Frame at %g s: %d bodies, %d contacts>" % (self.time, len(self.ids), len(self.contact_bodies))


class _Head:
    """The header of a frame; None from `read` where there is no valid one."""

    def __init__(self, version, size, time, step, counts, checksum):
        self.version = version
        self.length = _HEAD.size + size
        self.time = time
        self.step = step
        self.counts = counts
        self.checksum = checksum

    @staticmethod
    def read(data, at):
        if at + _HEAD.size > len(data):
            return None
        mark, checksum, size, time, step, bodies, contacts, meshes, head_checksum = _HEAD.unpack_from(data, at)
        if mark != _MARK:
            return None
        counts = {"frame": 1, "bodies": bodies, "contacts": contacts, "meshes": meshes, "bonds": 0}
        counts["bonds"] = max(0, (size - _size(counts, 3)) // _BOND_BYTES)
        for version in (2, 1):
            if head_checksum == 0 and _size(counts, version) == size:
                return _Head(version, size, time, step, counts, checksum)
        is_sound = _size(counts, 4) == size and zlib.crc32(data[at + 8 : at + 44]) == head_checksum
        return _Head(4 if counts["bonds"] else 3, size, time, step, counts, checksum) if is_sound else None


def _size(counts, version):
    """Bytes of the sections of a frame."""
    present = [section for section in _SECTIONS if section[4] <= version]
    return sum(_padded(_BYTES[kind] * width * counts[per]) for _, kind, width, per, _ in present)


class Trajectory:
    """The frames of a `trajectory.scree` as a sequence: `len(run)`, `run[-1]`, `run[::10]`, `for frame in run`.

    Opening the file checks the checksum of every frame. Damaged frames are left out; `problems` names them. A last
    frame that is not complete, as during a run, is no problem. Frames are read when they are asked for.
    """

    def __init__(self, path):
        self.path = os.fspath(path)
        self.problems = []
        with open(self.path, "rb") as file:
            is_empty = os.fstat(file.fileno()).st_size == 0
            self._data = b"" if is_empty else mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        try:
            start = self._read_header()
        except TrajectoryError:
            self.close()
            raise
        self._frames = list(self._find_frames(start))

    def _read_header(self):
        data = self._data
        if len(data) < 16 or data[:8] != _MAGIC:
            raise TrajectoryError("%s: not a trajectory of Scree" % self.path)
        self.version, length = struct.unpack_from("<II", data, 8)
        start = 24 if self.version >= 3 else 16
        end = start + length
        if self.version < 1 or end > len(data):
            raise TrajectoryError("%s: the header is damaged or truncated" % self.path)
        if self.version >= 3:
            (checksum,) = struct.unpack_from("<I", data, 16)
            if zlib.crc32(data[20:end], zlib.crc32(data[:16])) != checksum:
                raise TrajectoryError("%s: the header is damaged: its checksum does not match" % self.path)
        if self.version > NEWEST_VERSION:
            raise TrajectoryError(
                "%s: version %d; this reader knows versions 1 to %d; use scree.py of the Scree that wrote the file"
                % (self.path, self.version, NEWEST_VERSION)
            )
        try:
            self.header = json.loads(data[start:end].decode("utf-8"))
        except ValueError as error:
            raise TrajectoryError("%s: the header is damaged: %s" % (self.path, error)) from error
        self.title = self.header["title"]
        self.shapes = self.header["shapes"]
        self.materials = self.header["materials"]
        self.boundaries = self.header["boundaries"]
        return end

    def _find_frames(self, at):
        data = self._data
        while at < len(data):
            head = _Head.read(data, at)
            if head is not None and at + head.length > len(data):
                return  # still being written
            if head is not None and zlib.crc32(data[at + 8 : at + head.length]) == head.checksum:
                yield at, head
                at += head.length
                continue
            following = at + 1
            while following < len(data) and _Head.read(data, following) is None:
                following = data.find(_MARK, following + 1)
                if following < 0:
                    following = len(data)
            is_unfinished = len(data) - at < _HEAD.size and data[at : at + 4] == _MARK[: len(data) - at]
            if not is_unfinished:
                self.problems.append("%s: bytes %d to %d are damaged" % (self.path, at, following - 1))
            at = following

    @property
    def times(self):
        """Times of all frames, from their headers."""
        times = [head.time for _, head in self._frames]
        return times if np is None else np.array(times)

    def __len__(self):
        return len(self._frames)

    def __getitem__(self, index):
        if isinstance(index, slice):
            return [self[k] for k in range(*index.indices(len(self)))]
        at, head = self._frames[index]
        at += _HEAD.size
        sections = {}
        for name, kind, width, per, since in _SECTIONS:
            if since > head.version:
                continue
            size = _BYTES[kind] * width * head.counts[per]
            # A copy, which stays when the file is closed.
            sections[name] = _array(bytes(self._data[at : at + size]), kind, width)
            at += _padded(size)
        return Frame(head.time, head.step, sections)

    def __iter__(self):
        return (self[k] for k in range(len(self)))

    def close(self):
        if not isinstance(self._data, bytes):
            self._data.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def __repr__(self):
        return "<scree.Trajectory %r: %d frames>" % (self.title, len(self))


def open_trajectory(path):
    """The trajectory of a run folder, or a trajectory file."""
    path = os.fspath(path)
    if not os.path.isdir(path):
        return Trajectory(path)
    file = os.path.join(path, "trajectory.scree")
    if not os.path.exists(file):
        remedy = "add `trajectory: { every: 10 ms }` to the outputs of the scene, and run it again"
        raise FileNotFoundError("%s: no trajectory.scree in this folder; %s" % (path, remedy))
    return Trajectory(file)


def read_manifest(folder):
    """manifest.json of a run folder: title, seed, time step, names of shapes and materials, machine."""
    with open(os.path.join(os.fspath(folder), "manifest.json"), encoding="utf-8") as file:
        return json.load(file)


# As JavaScript writes numbers. Python alone would also take "1_000" or "nan" for one.
_NUMBER = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?|[-+]?Infinity|NaN")


def _column(cells):
    if not all(cell == "" or _NUMBER.fullmatch(cell) for cell in cells) or not any(cells):
        return list(cells)
    numbers = [float(cell) if cell else float("nan") for cell in cells]
    return numbers if np is None else np.array(numbers)


def read_table(path):
    """A CSV table as a dictionary: the columns by their names, in order.

    A column of numbers is an array of float64 with the bits that Scree computed; empty cells are NaN. A column with any
    other text is a list of strings.
    """
    with open(path, newline="", encoding="utf-8") as file:
        names, *rows = list(csv.reader(file)) or [[]]
    # A row that is still being written may be short.
    rows = [row for row in rows if len(row) == len(names)]
    return {name: _column([row[k] for row in rows]) for k, name in enumerate(names)}
