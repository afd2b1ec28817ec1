// SPDX-License-Identifier: MIT
/**
 * A body as the judge sees it: from the parameters of the shape alone, with none of the library's arithmetic. It is a
 * core and the radius of a ball swept around it. Support values are in double-double; membership is a lower bound of
 * the distance from the core.
 */
import type { Quaternion } from '../../src/math/quaternion.ts';
import type { ConvexPolyhedron } from '../../src/shapes/kinds/convex-polyhedron.ts';
import type { Facet } from '../../src/shapes/kinds/facet.ts';
import type { Tablet } from '../../src/shapes/kinds/tablet.ts';
import type { Shape } from '../../src/shapes/shape.ts';
import { coreDistance } from './core-distance.ts';
import {
  addDouble,
  divideDouble,
  dotDouble,
  LOW,
  multiplyDouble,
  rootDouble,
  twoProduct,
  twoSum,
} from './double-double.ts';
import { powerDouble } from './double-double-power.ts';

type Core = Exclude<Shape, { kind: 'rounded' | 'compound' }>;

export interface OutsideBody {
  readonly shape: Shape;
  readonly core: Core;
  /** Radius of the ball swept around the core. */
  readonly margin: number;
  /** Largest side of the bounding box, margin included; infinite for half-spaces. */
  readonly extent: number;
  /** Largest distance of a core point from the origin of the shape's own frame. */
  readonly radius: number;
  /** Vertices of a polyhedral core, 3 numbers each; empty for curved ones. */
  readonly vertices: Float64Array;
  /** How far vertices lie off the planes of the faces: facets of a hull may be flat to a tolerance only. */
  readonly unevenness: number;
}

function verticesOf(core: Core): number[] {
  switch (core.kind) {
    case 'sphere':
      return [0, 0, 0];
    case 'point':
      return [core.position.x, core.position.y, core.position.z];
    case 'capsule':
      return [0, 0, -core.halfLength, 0, 0, core.halfLength];
    case 'segment':
      return [core.from.x, core.from.y, core.from.z, core.to.x, core.to.y, core.to.z];
    case 'facet':
      return core.vertices.flatMap((v) => [v.x, v.y, v.z]);
    case 'box': {
      const { x, y, z } = core.halfExtents;
      return [0, 1, 2, 3, 4, 5, 6, 7].flatMap((i) => [i & 4 ? x : -x, i & 2 ? y : -y, i & 1 ? z : -z]);
    }
    case 'polyhedron':
      return [...core.hull.vertices];
    default:
      return [];
  }
}

function unevennessOf(core: ConvexPolyhedron | Facet, vertices: Float64Array): number {
  let most = 0;
  for (let i = 0; i < vertices.length; i += 3) {
    most = Math.max(most, coreDistance(core, vertices[i], vertices[i + 1], vertices[i + 2]));
  }
  if (core.kind === 'facet') return most;
  const { faceOffsets, faceVertices, facePlanes } = core.hull;
  for (let f = 0; f + 1 < faceOffsets.length; f++) {
    const first = 3 * faceVertices[faceOffsets[f]];
    for (let k = faceOffsets[f]; k < faceOffsets[f + 1]; k++) {
      const v = 3 * faceVertices[k];
      const height =
        facePlanes[4 * f] * (vertices[v] - vertices[first]) +
        facePlanes[4 * f + 1] * (vertices[v + 1] - vertices[first + 1]) +
        facePlanes[4 * f + 2] * (vertices[v + 2] - vertices[first + 2]);
      most = Math.max(most, Math.abs(height));
    }
  }
  return most;
}

export function outsideBody(shape: Shape): OutsideBody {
  if (shape.kind === 'compound') throw new Error('compounds are judged piece by piece');
  const core = (shape.kind === 'rounded' ? shape.shape : shape) as Core;
  const inner = core.kind === 'sphere' || core.kind === 'capsule' ? core.radius : 0;
  const margin = inner + (shape.kind === 'rounded' ? shape.radius : 0);
  const vertices = Float64Array.from(verticesOf(core));
  const { min, max } = shape.boundingBox();
  let radius = 0;
  for (let i = 0; i < vertices.length; i += 3) {
    radius = Math.max(radius, Math.hypot(vertices[i], vertices[i + 1], vertices[i + 2]));
  }
  if (vertices.length === 0 && core.kind !== 'halfSpace') {
    radius = Math.hypot(...(['x', 'y', 'z'] as const).map((k) => Math.max(-min[k], max[k])));
  }
  const extent = Math.max(max.x - min.x, max.y - min.y, max.z - min.z);
  const unevenness = core.kind === 'polyhedron' || core.kind === 'facet' ? unevennessOf(core, vertices) : 0;
  return { shape, core, margin, extent, radius, vertices, unevenness };
}

/** R^T n for the rotation of the quaternion of any length, to three high and three low parts. */
export function ownDirection(q: Quaternion, nx: number, ny: number, nz: number, out: Float64Array): void {
  const { w, x, y, z } = q;
  // |q|^2
  let sh = 0;
  let sl = 0;
  for (let k = 0; k < 4; k++) {
    const c = k === 0 ? w : k === 1 ? x : k === 2 ? y : z;
    const p = twoProduct(c, c);
    sh = addDouble(sh, sl, p, LOW[0]);
    sl = LOW[0];
  }
  // t = 2 q x n / |q|^2, then n - w t + q x t.
  crossDouble(x, y, z, nx, 0, ny, 0, nz, 0, T);
  for (let k = 0; k < 3; k++) {
    T[k] = divideDouble(2 * T[k], 2 * T[k + 3], sh, sl);
    T[k + 3] = LOW[0];
  }
  crossDouble(x, y, z, T[0], T[3], T[1], T[4], T[2], T[5], out);
  for (let k = 0; k < 3; k++) {
    const p = multiplyDouble(T[k], T[k + 3], -w, 0);
    const s = addDouble(out[k], out[k + 3], p, LOW[0]);
    out[k] = addDouble(s, LOW[0], k === 0 ? nx : k === 1 ? ny : nz, 0);
    out[k + 3] = LOW[0];
  }
}

const T = new Float64Array(6);

/** (x, y, z) x v for a double-double v. */
function crossDouble(
  x: number,
  y: number,
  z: number,
  vx: number,
  vxl: number,
  vy: number,
  vyl: number,
  vz: number,
  vzl: number,
  out: Float64Array,
): void {
  differenceOfProducts(y, vz, vzl, z, vy, vyl, out, 0);
  differenceOfProducts(z, vx, vxl, x, vz, vzl, out, 1);
  differenceOfProducts(x, vy, vyl, y, vx, vxl, out, 2);
}

function differenceOfProducts(
  a: number,
  bh: number,
  bl: number,
  c: number,
  dh: number,
  dl: number,
  out: Float64Array,
  k: number,
): void {
  const p = multiplyDouble(bh, bl, a, 0);
  const pl = LOW[0];
  const q = multiplyDouble(dh, dl, -c, 0);
  out[k] = addDouble(p, pl, q, LOW[0]);
  out[k + 3] = LOW[0];
}

/** Largest u.x over the core for a double-double direction u in its own frame. Not for half-spaces. */
export function coreSupport(body: OutsideBody, u: Float64Array): number {
  const { core } = body;
  switch (core.kind) {
    case 'box': {
      const h = core.halfExtents;
      return dotDouble(absolute(u), h.x, h.y, h.z);
    }
    case 'cylinder': {
      const p = radialPart(u, core.radius);
      const pl = LOW[0];
      const q = multiplyDouble(Math.abs(u[2]), u[2] < 0 ? -u[5] : u[5], core.halfLength, 0);
      return addDouble(p, pl, q, LOW[0]);
    }
    case 'tablet':
      return tabletSupport(core, u);
    case 'cone': {
      const p = radialPart(u, core.radius);
      const pl = LOW[0];
      const q = multiplyDouble(u[2], u[5], core.height, 0);
      if (q > p || (q === p && LOW[0] > pl)) return q;
      LOW[0] = pl;
      return p;
    }
    case 'ellipsoid': {
      const s = core.semiAxes;
      sumOfSquares(u, s.x, s.y, s.z);
      return rootDouble(SQUARES[0], SQUARES[1]);
    }
    case 'superquadric':
      return superquadricSupport(core.semiAxes.x, core.semiAxes.y, core.semiAxes.z, core.n1, core.n2, u);
    case 'halfSpace':
      return Number.POSITIVE_INFINITY;
    default:
      return farthestVertex(body.vertices, body.radius, u);
  }
}

/** Float64 dot products nearer than this to the largest, relative to the radius, are compared in double-double. */
const CANDIDATE_TOLERANCE = 2 ** -48;

function farthestVertex(vertices: Float64Array, radius: number, u: Float64Array): number {
  const [x, y, z] = u;
  let largest = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < vertices.length; i += 3) {
    const value = x * vertices[i] + y * vertices[i + 1] + z * vertices[i + 2];
    if (value > largest) largest = value;
  }
  const least = largest - CANDIDATE_TOLERANCE * radius;
  let high = Number.NEGATIVE_INFINITY;
  let low = 0;
  for (let i = 0; i < vertices.length; i += 3) {
    if (x * vertices[i] + y * vertices[i + 1] + z * vertices[i + 2] < least) continue;
    const value = dotDouble(u, vertices[i], vertices[i + 1], vertices[i + 2]);
    if (value > high || (value === high && LOW[0] > low)) {
      high = value;
      low = LOW[0];
    }
  }
  LOW[0] = low;
  return high;
}

const ABSOLUTE = new Float64Array(6);

function absolute(u: Float64Array): Float64Array {
  for (let k = 0; k < 3; k++) {
    ABSOLUTE[k] = Math.abs(u[k]);
    ABSOLUTE[k + 3] = u[k] < 0 ? -u[k + 3] : u[k + 3];
  }
  return ABSOLUTE;
}

const SQUARES = new Float64Array(2);

/** (a ux)^2 + (b uy)^2 + (c uz)^2 to SQUARES. */
function sumOfSquares(u: Float64Array, a: number, b: number, c: number): void {
  let high = 0;
  let low = 0;
  for (let k = 0; k < 3; k++) {
    const p = multiplyDouble(u[k], u[k + 3], k === 0 ? a : k === 1 ? b : c, 0);
    const pl = LOW[0];
    const square = multiplyDouble(p, pl, p, pl);
    high = addDouble(high, low, square, LOW[0]);
    low = LOW[0];
  }
  SQUARES[0] = high;
  SQUARES[1] = low;
}

function radialPart(u: Float64Array, radius: number): number {
  sumOfSquares(u, radius, radius, 0);
  return rootDouble(SQUARES[0], SQUARES[1]);
}

/**
 * Rim or cap: h v + r u, or h v + R - q v with q = (r^2 - c^2) / 2c and R = q + c; the cap where r v >= q u.
 * The unit direction is (u, v).
 */
function tabletSupport({ diameter, bandHeight, capHeight: c }: Tablet, u: Float64Array): number {
  const r = diameter / 2;
  const v = Math.abs(u[2]);
  const vl = u[2] < 0 ? -u[5] : u[5];
  const band = multiplyDouble(v, vl, bandHeight / 2, 0);
  const bandLow = LOW[0];
  const across = radialPart(u, 1);
  const acrossLow = LOW[0];
  const below = twoSum(r, -c);
  const belowLow = LOW[0];
  const beyond = twoSum(r, c);
  const squared = multiplyDouble(below, belowLow, beyond, LOW[0]);
  const sunk = divideDouble(squared, LOW[0], 2 * c, 0);
  const sunkLow = LOW[0];
  const capRadius = addDouble(sunk, sunkLow, c, 0);
  const capRadiusLow = LOW[0];
  const rim = multiplyDouble(across, acrossLow, r, 0);
  const rimLow = LOW[0];
  if (sunk * across > r * v) return addDouble(band, bandLow, rim, rimLow);
  // The direction is a unit vector to rounding only: R times its length.
  sumOfSquares(u, 1, 1, 1);
  const length = rootDouble(SQUARES[0], SQUARES[1]);
  const round = multiplyDouble(length, LOW[0], capRadius, capRadiusLow);
  const roundLow = LOW[0];
  const down = multiplyDouble(v, vl, -sunk, -sunkLow);
  const cap = addDouble(round, roundLow, down, LOW[0]);
  return addDouble(band, bandLow, cap, LOW[0]);
}

/** (s^q + t^q)^(1/q) with q = n/(n - 1), the dual norm, for s, t >= 0. */
function dualNorm(sh: number, sl: number, th: number, tl: number, n: number): number {
  const isFirstLarger = sh > th;
  const bh = isFirstLarger ? sh : th;
  const bl = isFirstLarger ? sl : tl;
  if (!(bh > 0)) {
    LOW[0] = 0;
    return 0;
  }
  const rh = isFirstLarger ? divideDouble(th, tl, bh, bl) : divideDouble(sh, sl, bh, bl);
  const rl = LOW[0];
  const lessOne = twoSum(n, -1);
  const qh = divideDouble(n, 0, lessOne, LOW[0]);
  const ql = LOW[0];
  const power = powerDouble(rh, rl, qh, ql);
  const sum = addDouble(1, 0, power, LOW[0]);
  const sumLow = LOW[0];
  const inverse = divideDouble(1, 0, qh, ql);
  const root = powerDouble(sum, sumLow, inverse, LOW[0]);
  return multiplyDouble(root, LOW[0], bh, bl);
}

function superquadricSupport(a: number, b: number, c: number, n1: number, n2: number, u: Float64Array): number {
  const v = absolute(u);
  const x = multiplyDouble(v[0], v[3], a, 0);
  const xl = LOW[0];
  const y = multiplyDouble(v[1], v[4], b, 0);
  const yl = LOW[0];
  const z = multiplyDouble(v[2], v[5], c, 0);
  const zl = LOW[0];
  const across = dualNorm(x, xl, y, yl, n2);
  return dualNorm(across, LOW[0], z, zl, n1);
}

/** Lower bound of the distance of a point of the own frame from the core, in float64; negative or zero inside. */
export function distanceOutside(body: OutsideBody, x: number, y: number, z: number): number {
  return coreDistance(body.core, x, y, z);
}
