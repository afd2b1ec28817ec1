// SPDX-License-Identifier: MIT
/** A rectangle of the plane z = 0, divided into about a thousand facets in many ways; also rotated in space. */
import { type Quaternion, rotate } from '../../../math/quaternion.ts';
import { Random } from '../../../math/random.ts';
import { type FacetMesh, facetMesh } from '../../../meshes/facet-mesh.ts';

/** m */
const LENGTH = 2.4;
const WIDTH = 0.8;
export const FACETS = 1000;

type Point = readonly [x: number, y: number];

interface FlatMesh {
  readonly points: readonly Point[];
  readonly facets: readonly (readonly number[])[];
}

const CELLS = [50, 10] as const;

/** Corners of a grid of cells, inner ones moved by at most `jitter` of a cell. */
function gridPoints([m, n]: readonly [number, number], jitter: number, random: Random): Point[] {
  const points: Point[] = [];
  for (let j = 0; j <= n; j++) {
    for (let i = 0; i <= m; i++) {
      const isRim = i === 0 || j === 0 || i === m || j === n;
      const off = (): number => (isRim ? 0 : random.between(-jitter, jitter));
      points.push([LENGTH * ((i + off()) / m - 0.5), WIDTH * ((j + off()) / n - 0.5)]);
    }
  }
  return points;
}

function cells([m, n]: readonly [number, number], cut: (loop: readonly number[]) => readonly number[][]): number[][] {
  const facets: number[][] = [];
  for (let j = 0; j < n; j++) {
    for (let i = 0; i < m; i++) {
      const a = j * (m + 1) + i;
      facets.push(...cut([a, a + 1, a + m + 2, a + m + 1]));
    }
  }
  return facets;
}

function inTwo([a = 0, b = 0, c = 0, d = 0]: readonly number[], isOther: boolean): number[][] {
  return isOther
    ? [
        [a, b, d],
        [b, c, d],
      ]
    : [
        [a, b, c],
        [a, c, d],
      ];
}

/**
 * Inserts points at random into triangles, each of which becomes three: most end as slivers. Every other point is
 * nearer to a side, by the factor `thin` and up to ten times that.
 */
function slivers(random: Random, thin = 1): FlatMesh {
  const [x, y] = [LENGTH / 2, WIDTH / 2];
  const points: Point[] = [
    [-x, -y],
    [x, -y],
    [x, y],
    [-x, y],
  ];
  const facets = inTwo([0, 1, 2, 3], false);
  while (facets.length < FACETS) {
    const k = random.integer(facets.length);
    const [a = 0, b = 0, c = 0] = facets[k];
    const [p, q, r] = [points[a], points[b], points[c]] as [Point, Point, Point];
    const isThin = thin < 1 && random.next() < 0.5;
    const s = isThin ? thin * random.between(1, 10) : random.between(0.02, 0.96);
    const t = random.between(0.02, 0.98) * (1 - s);
    const mean = (i: 0 | 1): number => (1 - s - t) * p[i] + s * q[i] + t * r[i];
    const doubled = (from: Point, to: Point): number =>
      (to[0] - from[0]) * (mean(1) - from[1]) - (to[1] - from[1]) * (mean(0) - from[0]);
    // Thinner triangles are refused: a facet needs an area.
    if (Math.min(doubled(p, q), doubled(q, r), doubled(r, p)) < 1e-13) continue;
    const number = points.push([mean(0), mean(1)]) - 1;
    facets.splice(k, 1, [a, b, number], [b, c, number], [c, a, number]);
  }
  return { points, facets };
}

/** Needles from one corner to points along the two opposite sides; the narrowest angle is 1/500 of a right angle. */
function fan(): FlatMesh {
  const [x, y] = [LENGTH / 2, WIDTH / 2];
  const half = FACETS / 2;
  const points: Point[] = [[-x, -y]];
  for (let k = 0; k <= half; k++) points.push([x, WIDTH * (k / half) - y]);
  for (let k = 1; k <= half; k++) points.push([x - LENGTH * (k / half), y]);
  const facets = Array.from({ length: FACETS }, (_, k) => [0, k + 1, k + 2]);
  return { points, facets };
}

/** Rows of quadrilaterals, each row half a cell further: corners in the middle of the neighbours' sides. */
function bricks(): FlatMesh {
  const [m, n] = [50, 20];
  const points: Point[] = [];
  const facets: number[][] = [];
  for (let j = 0; j < n; j++) {
    const [low, high] = [WIDTH * (j / n - 0.5), WIDTH * ((j + 1) / n - 0.5)];
    for (let i = 0; i < m; i++) {
      const left = LENGTH * ((i + (j % 2) / 2) / (m + 0.5) - 0.5);
      const right = LENGTH * ((i + 1 + (j % 2) / 2) / (m + 0.5) - 0.5);
      const a = points.push([left, low], [right, low], [right, high], [left, high]) - 4;
      facets.push([a, a + 1, a + 2, a + 3]);
    }
  }
  return { points, facets };
}

/** The same facets, without shared corners. */
function soup({ points, facets }: FlatMesh): FlatMesh {
  const own: Point[] = [];
  const loops = facets.map((loop) => loop.map((v) => own.push(points[v]) - 1));
  return { points: own, facets: loops };
}

/** Facets that do not all have the same orientation. */
function flipped({ points, facets }: FlatMesh, random: Random): FlatMesh {
  return { points, facets: facets.map((loop) => (random.next() < 0.5 ? [...loop].reverse() : loop)) };
}

/** The only mesh that is not a conforming triangulation: corners lie within sides. */
export const NOT_CONFORMING = 'bricks, corners within sides';

export const CUTS: Readonly<Record<string, (random: Random) => FlatMesh>> = {
  'triangles of a grid': (random) => ({
    points: gridPoints(CELLS, 0, random),
    facets: cells(CELLS, (loop) => inTwo(loop, false)),
  }),
  'random triangles': (random) => ({
    points: gridPoints(CELLS, 0.3, random),
    facets: cells(CELLS, (loop) => inTwo(loop, random.next() < 0.5)),
  }),
  'triangles and quadrilaterals': (random) => ({
    points: gridPoints([40, 16], 0, random),
    facets: cells([40, 16], (loop) => (random.next() < 0.5 ? inTwo(loop, random.next() < 0.5) : [[...loop]])),
  }),
  slivers: (random) => slivers(random),
  'slivers, many of 1e-7': (random) => slivers(random, 1e-7),
  'needles from a corner': fan,
  [NOT_CONFORMING]: bricks,
  'random triangles, no common vertices': (random) => soup(CUTS['random triangles']?.(random)),
  'random triangles, both orientations': (random) => flipped(CUTS['random triangles']?.(random), random),
};

export const ONE_FACET: FlatMesh = {
  points: [
    [-LENGTH / 2, -WIDTH / 2],
    [LENGTH / 2, -WIDTH / 2],
    [LENGTH / 2, WIDTH / 2],
    [-LENGTH / 2, WIDTH / 2],
  ],
  facets: [[0, 1, 2, 3]],
};

/** The plane rotated about the origin: its vertices are then coplanar to rounding only. */
export function inSpace({ points, facets }: FlatMesh, turn: Quaternion): FacetMesh {
  const vertices = points.map(([x, y]) => {
    const at = rotate(turn, { x, y, z: 0 });
    return [at.x, at.y, at.z] as const;
  });
  return facetMesh({ vertices, facets });
}

export function cutPlane(name: string, seed: number): FlatMesh {
  const make = CUTS[name];
  if (make === undefined) throw new RangeError(`no cut "${name}"`);
  return make(new Random(seed));
}
