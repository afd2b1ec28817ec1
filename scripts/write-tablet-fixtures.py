#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes fixtures/tablet.jsonl: pairs with a tablet and their signed distances, computed without Scree.

The signed distance of two convex bodies is the largest -h_A(n) - h_B(-n) over unit normals n, with support functions h.
A grid of directions and a search from its best ones find the normal in double precision. Newton's method on the sphere,
or on the circle where a band is across the normal and h has a kink, then refines it in 50 digits. Spheres and
half-spaces have closed forms, and the search must agree with them. Needs numpy and mpmath:
    python3 scripts/write-tablet-fixtures.py
"""
import json
import pathlib
import random

import mpmath as mp
import numpy as np

mp.mp.dps = 50
OUT = pathlib.Path(__file__).parent.parent / 'fixtures' / 'tablet.jsonl'
rng = random.Random(7)


class Body:
    """A shape in the library's JSON form, at a position with an orientation (w, x, y, z) of any length."""

    def __init__(self, shape, c=(0.0, 0.0, 0.0), q=(1.0, 0.0, 0.0, 0.0)):
        self.shape, self.c, self.q = shape, tuple(map(float, c)), tuple(map(float, q))
        w, x, y, z = [mp.mpf(v) for v in self.q]
        n = mp.sqrt(w * w + x * x + y * y + z * z)
        w, x, y, z = w / n, x / n, y / n, z / n
        self.axes = [
            [1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)],
            [2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)],
            [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)],
        ]
        [(self.kind, p)] = shape.items()
        if self.kind == 'tablet':
            r, half = mp.mpf(p['diameter']) / 2, mp.mpf(p['bandHeight']) / 2
            if 'capRadius' in p:
                cap = mp.mpf(p['capRadius'])
                sunk = mp.sqrt(cap * cap - r * r)
            else:
                c = mp.mpf(p['capHeight'])
                cap, sunk = (r * r + c * c) / (2 * c), (r * r - c * c) / (2 * c)
            self.numbers = (r, half, cap, sunk)
            self.size = float(2 * max(r, half + cap - sunk))
        elif self.kind == 'box':
            self.numbers = tuple(map(mp.mpf, p['halfExtents']))
            self.size = 2 * max(p['halfExtents'])
        else:
            self.numbers = (mp.mpf(p['radius']),)
            self.size = 2 * p['radius']

    def support(self, n):
        """Largest n.x over the body about its own position."""
        if self.kind == 'sphere':
            return self.numbers[0] * mp.sqrt(sum(v * v for v in n))
        x, y, z = [abs(sum(a * b for a, b in zip(axis, n))) for axis in self.axes]
        if self.kind == 'box':
            return x * self.numbers[0] + y * self.numbers[1] + z * self.numbers[2]
        r, half, cap, sunk = self.numbers
        across = mp.sqrt(x * x + y * y)
        if sunk * across < r * z:
            return cap * mp.sqrt(across * across + z * z) + (half - sunk) * z
        return r * across + half * z

    def supports(self, n):
        """The same in doubles, for many directions."""
        if self.kind == 'sphere':
            return np.full(len(n), float(self.numbers[0]))
        own = np.abs(n @ np.array([[float(v) for v in axis] for axis in self.axes]).T)
        if self.kind == 'box':
            return own @ np.array([float(v) for v in self.numbers])
        r, half, cap, sunk = map(float, self.numbers)
        across, z = np.hypot(own[:, 0], own[:, 1]), own[:, 2]
        return np.where(sunk * across < r * z, cap + (half - sunk) * z, r * across + half * z)

    def written(self):
        return {'shape': self.shape, 'c': self.c, 'q': self.q}


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def unit(v):
    n = mp.sqrt(sum(x * x for x in v))
    return [x / n for x in v]


def search(a, b):
    """Signed distance and normal in 50 digits."""
    offset = [mp.mpf(q) - mp.mpf(p) for p, q in zip(a.c, b.c)]
    scale = mp.mpf(a.size + b.size)
    far = np.array([float(v) for v in offset])

    def gap(n):
        return sum(p * q for p, q in zip(offset, n)) - a.support(n) - b.support([-v for v in n])

    def gaps(n):
        return n @ far - a.supports(n) - b.supports(-n)

    k = np.arange(20000) + 0.5
    z, angle = 1 - 2 * k / len(k), np.pi * (1 + 5**0.5) * k
    flat = np.sqrt(1 - z * z)
    grid = np.stack([flat * np.cos(angle), flat * np.sin(angle), z], 1)
    starts = list(grid[np.argsort(-gaps(grid))[::1][:400:20]])
    if np.linalg.norm(far) > 0:
        starts.append(far / np.linalg.norm(far))
    noise = np.random.default_rng(1)
    found = []
    for start in starts:
        best, value, width = start, gaps(start[None])[0], 0.05
        for _ in range(90):
            tried = best + width * noise.standard_normal((24, 3))
            tried /= np.linalg.norm(tried, axis=1)[:, None]
            values = gaps(tried)
            if values.max() > value:
                best, value = tried[values.argmax()], values.max()
            else:
                width *= 0.75
        found.append((value, best))
    found.sort(key=lambda item: -item[0])
    candidates = []
    for _, start in found[:4]:
        n = unit([mp.mpf(v) for v in start])
        candidates.append(newton(gap, n, None, scale))
        axes = [body.axes[2] for body in (a, b) if body.kind == 'tablet']
        # Edges and faces of a box are kinks, too.
        axes += [axis for body in (a, b) if body.kind == 'box' for axis in body.axes]
        candidates += [newton(gap, n, axis, scale) for axis in axes]
        for i, p in enumerate(axes):
            for q in axes[i + 1 :]:
                normal = cross(p, q)
                if mp.sqrt(sum(v * v for v in normal)) < mp.mpf(10) ** -20:
                    continue
                candidates += [unit(normal), [-v for v in unit(normal)]]
        candidates += [[s * v for v in axis] for axis in axes for s in (1, -1)]
    best = max((n for n in candidates if n is not None), key=gap)
    return gap(best), best, float(found[0][0])


def newton(gap, n, across, scale):
    """Stationary normal near n, on the circle perpendicular to `across` if given; None if there is none."""
    step = mp.mpf(10) ** -14
    if across is not None:
        n = [v - sum(p * q for p, q in zip(n, across)) * w for v, w in zip(n, across)]
        if sum(v * v for v in n) < mp.mpf(10) ** -8:
            return None
        n = unit(n)
    for _ in range(40):
        g = unit(cross(across, n)) if across is not None else unit(cross(n, [1, 0, 0] if abs(n[0]) < 0.6 else [0, 1, 0]))
        h = cross(n, g)

        def at(p, q):
            return gap(unit([u + p * v + q * w for u, v, w in zip(n, g, h)]))

        here, up, down = at(0, 0), at(step, 0), at(-step, 0)
        if across is not None:
            slope, bend = (up - down) / (2 * step), (up + down - 2 * here) / step**2
            move = [0 if bend == 0 else -slope / bend, mp.mpf(0)]
        else:
            left, right = at(0, step), at(0, -step)
            slopes = [(up - down) / (2 * step), (left - right) / (2 * step)]
            mixed = (at(step, step) - at(step, -step) - at(-step, step) + at(-step, -step)) / (4 * step**2)
            p, q = (up + down - 2 * here) / step**2, (left + right - 2 * here) / step**2
            det = p * q - mixed * mixed
            if abs(det) < mp.mpf(10) ** -20 * scale**2:
                return n
            move = [-(q * slopes[0] - mixed * slopes[1]) / det, -(p * slopes[1] - mixed * slopes[0]) / det]
        size = mp.sqrt(move[0] ** 2 + move[1] ** 2)
        if size > mp.mpf('0.01'):
            return n
        n = unit([u + move[0] * v + move[1] * w for u, v, w in zip(n, g, h)])
        if size < mp.mpf(10) ** -22:
            return n
    return n


def from_point(body, point):
    """Signed distance of a point from a tablet, from its profile."""
    rel = [mp.mpf(p) - mp.mpf(c) for p, c in zip(point, body.c)]
    x, y, z = [sum(a * b for a, b in zip(axis, rel)) for axis in body.axes]
    r, half, cap, sunk = body.numbers
    rho, z = mp.sqrt(x * x + y * y), abs(z)
    to_cap = mp.sqrt(rho**2 + (z - half + sunk) ** 2) - cap
    if rho <= r and z <= half:
        return max(rho - r, to_cap)
    if rho <= r and to_cap <= 0:
        return max(rho - r, to_cap)
    if sunk * rho < r * (z - half + sunk):
        return to_cap
    return mp.sqrt(max(rho - r, 0) ** 2 + max(z - half, 0) ** 2)


def tablet_shape(size=1.0, flat=None, band=None):
    r = round(rng.uniform(0.3, 1.0), 3) * size
    flat = flat or rng.choice([1.001, 1.25, 1.6, 2.5, 5.0, 50.0])
    band = rng.choice([0.0, 0.2, 0.8, 2.0]) if band is None else band
    if rng.random() < 0.3 and flat > 1.01:
        return {'tablet': {'diameter': 2 * r, 'bandHeight': band * r, 'capHeight': r / flat}}
    return {'tablet': {'diameter': 2 * r, 'bandHeight': band * r, 'capRadius': r * flat}}


def turn():
    return [round(rng.gauss(0, 1), 4) for _ in range(4)]


def direction():
    v = np.array([rng.gauss(0, 1) for _ in range(3)])
    return v / np.linalg.norm(v)


lines = []


def write(tag, a, b, d, normal):
    lines.append({
        'id': f'tablet/{len(lines)}', 'tag': tag, 'A': a.written(), 'B': b.written(), 'd': float(d),
        'normal': [float(v) for v in normal] if normal is not None else None,
    })


def placed(tag, shape, other, gap, far=0.0):
    """B where the distance is about the gap, by the search itself along a random direction."""
    a, u = Body(shape, [far, -far, far], turn()), direction()
    q = turn()
    low, high = 0.0, 2 * (a.size + Body(other).size)
    for _ in range(12):
        t = (low + high) / 2
        b = Body(other, [c + t * v for c, v in zip(a.c, u)], q)
        k = np.array([float(v) for v in [mp.mpf(y) - mp.mpf(x) for x, y in zip(a.c, b.c)]])
        n = np.array([direction() for _ in range(500)] + [u])
        value = (n @ k - a.supports(n) - b.supports(-n)).max()
        low, high = (t, high) if value < gap else (low, t)
    d, normal, rough = search(a, b)
    assert abs(rough - d) < 1e-6 * (a.size + b.size), (tag, rough, d)
    write(tag, a, b, d, normal)


def main():
    box = {'box': {'halfExtents': [0.4, 0.7, 1.1]}}
    for tag, gap in (('shallow', -0.003), ('overlap', -0.05), ('deep', -0.3), ('near', 0.002), ('far', 3.0)):
        for _ in range(5):
            placed(tag, tablet_shape(), tablet_shape(), gap)
        for _ in range(3):
            placed(f'{tag} box', tablet_shape(), box, gap)
    for gap in (-0.01, 0.01):
        placed('lens', tablet_shape(band=0.0), tablet_shape(band=0.0), gap)
        placed('almost half balls', tablet_shape(flat=1.0000001), tablet_shape(flat=1.00001), gap)
        placed('flat caps', tablet_shape(flat=999.0), tablet_shape(flat=999.0), gap)
        placed('size ratio', tablet_shape(1e3), tablet_shape(), gap)
        placed('far offset', tablet_shape(), tablet_shape(), gap, 1e6)
        placed('small', tablet_shape(1e-9), tablet_shape(1e-9), gap * 1e-9)
        placed('large', tablet_shape(1e9), tablet_shape(1e9), gap * 1e9)
    pill = {'tablet': {'diameter': 8.0, 'bandHeight': 3.0, 'capRadius': 5.0}}
    # Heights are 3.5 and radii 4: closed forms, which the search must find.
    for tag, c, want in (
        ('coaxial', [0, 0, 6.5], -0.5), ('coaxial', [0, 0, 7.25], 0.25), ('beside', [7.5, 0, 0], -0.5),
        ('beside, shifted', [0, 8.5, 1], 0.5), ('concentric', [0, 0, 0], -7.0),
    ):
        a, b = Body(pill), Body(pill, c)
        d, normal, _ = search(a, b)
        assert abs(d - want) < mp.mpf(10) ** -30, (tag, d)
        write(tag, a, b, d, None if tag == 'concentric' else normal)
    for _ in range(12):
        a = Body(tablet_shape(), [0, 0, 0], turn())
        radius = round(rng.uniform(0.05, 2), 3)
        b = Body({'sphere': {'radius': radius}}, [round(rng.uniform(-1.2, 1.2), 6) for _ in range(3)])
        d = from_point(a, b.c) - b.numbers[0]
        searched, normal, _ = search(a, b)
        assert abs(d - searched) < mp.mpf(10) ** -20, (a.written(), b.written(), d, searched)
        write('sphere', a, b, d, normal)
    for _ in range(12):
        b = Body(tablet_shape(), [round(rng.uniform(-1, 1), 4) for _ in range(3)], turn())
        n, offset = [float(v) for v in direction()], round(rng.uniform(-1, 1), 4)
        size = mp.sqrt(sum(mp.mpf(v) ** 2 for v in n))
        exact = [mp.mpf(v) / size for v in n]
        d = sum(mp.mpf(p) * q for p, q in zip(b.c, exact)) - offset - b.support([-v for v in exact])
        plane = Body({'sphere': {'radius': 1.0}})
        plane.shape = {'halfSpace': {'normal': n, 'offset': offset}}
        write('half-space', plane, b, d, exact)
    OUT.write_text(''.join(json.dumps(line) + '\n' for line in lines))
    print(len(lines), 'pairs')


main()
