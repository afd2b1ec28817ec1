// SPDX-License-Identifier: MIT
/**
 * How far a point is outside a core, in the core's own frame: 0 or less inside, and never more than the true distance,
 * so that what it calls outside is outside. Norms g with g = 1 on the surface give (g - 1)/|grad g|, which convexity
 * makes a lower bound.
 */
import type { ConvexPolyhedron } from '../../src/shapes/kinds/convex-polyhedron.ts';
import type { Facet } from '../../src/shapes/kinds/facet.ts';
import type { Tablet } from '../../src/shapes/kinds/tablet.ts';
import type { Shape } from '../../src/shapes/shape.ts';

export function coreDistance(core: Shape, x: number, y: number, z: number): number {
  switch (core.kind) {
    case 'sphere':
      return Math.hypot(x, y, z);
    case 'point':
      return Math.hypot(x - core.position.x, y - core.position.y, z - core.position.z);
    case 'capsule':
      return Math.hypot(x, y, Math.max(0, Math.abs(z) - core.halfLength));
    case 'segment':
      return segmentDistance(core.from, core.to, x, y, z);
    case 'box': {
      const h = core.halfExtents;
      return Math.max(Math.abs(x) - h.x, Math.abs(y) - h.y, Math.abs(z) - h.z);
    }
    case 'cylinder':
      return Math.max(Math.hypot(x, y) - core.radius, Math.abs(z) - core.halfLength);
    case 'tablet':
      return tabletDistance(core, x, y, z);
    case 'cone': {
      const { radius, height } = core;
      const side = ((Math.hypot(x, y) - radius) * height + z * radius) / Math.hypot(radius, height);
      return Math.max(-z, z - height, side);
    }
    case 'ellipsoid': {
      const s = core.semiAxes;
      return normDistance(x, y, z, s, 2, 2);
    }
    case 'superquadric':
      return normDistance(x, y, z, core.semiAxes, core.n1, core.n2);
    case 'halfSpace':
      return core.normal.x * x + core.normal.y * y + core.normal.z * z - core.offset;
    case 'facet':
      return facetDistance(core, x, y, z);
    case 'polyhedron':
      return polyhedronDistance(core, x, y, z);
    default:
      throw new Error(`no distance from a ${core.kind}`);
  }
}

/** From band and caps, each of which is nearer than the body where the point is beside it. */
function tabletDistance(core: Tablet, x: number, y: number, z: number): number {
  // The height of the caps, unlike the radius of their spheres, tells half balls from caps that are a little lower.
  const c = core.capHeight;
  const r = core.diameter / 2;
  const rho = Math.hypot(x, y);
  const above = Math.abs(z) - core.bandHeight / 2;
  const sunk = ((r - c) * (r + c)) / (2 * c);
  const rise = above + sunk;
  const side = rho - r;
  // |point - centre of the cap| - R, as a difference of squares: flat caps keep their digits.
  const cap = ((rho - r) * (rho + r) + above * (rise + sunk)) / (Math.hypot(rho, rise) + sunk + c);
  return rise > 0 ? Math.max(side, cap) : side;
}

type Vector = { readonly x: number; readonly y: number; readonly z: number };

function segmentDistance(p: Vector, q: Vector, x: number, y: number, z: number): number {
  const ux = q.x - p.x;
  const uy = q.y - p.y;
  const uz = q.z - p.z;
  const uu = ux * ux + uy * uy + uz * uz;
  const along = uu > 0 ? ((x - p.x) * ux + (y - p.y) * uy + (z - p.z) * uz) / uu : 0;
  const t = Math.max(0, Math.min(1, along));
  // From the nearer end: less is lost.
  if (t > 0.5) return Math.hypot(x - q.x + (1 - t) * ux, y - q.y + (1 - t) * uy, z - q.z + (1 - t) * uz);
  return Math.hypot(x - p.x - t * ux, y - p.y - t * uy, z - p.z - t * uz);
}

/** Along the stored normals, from a vertex of each face: a body far from its own origin keeps its digits. */
function polyhedronDistance(core: ConvexPolyhedron, x: number, y: number, z: number): number {
  const { vertices, faceOffsets, faceVertices, facePlanes } = core.hull;
  let farthest = Number.NEGATIVE_INFINITY;
  for (let f = 0; f + 1 < faceOffsets.length; f++) {
    const v = 3 * faceVertices[faceOffsets[f]];
    const height =
      facePlanes[4 * f] * (x - vertices[v]) +
      facePlanes[4 * f + 1] * (y - vertices[v + 1]) +
      facePlanes[4 * f + 2] * (z - vertices[v + 2]);
    if (height > farthest) farthest = height;
  }
  return farthest;
}

function facetDistance(core: Facet, x: number, y: number, z: number): number {
  const { normal: n, vertices } = core;
  const first = vertices[0];
  let farthest = Math.abs(n.x * (x - first.x) + n.y * (y - first.y) + n.z * (z - first.z));
  for (let i = 0; i < vertices.length; i++) {
    const p = vertices[i];
    const q = vertices[(i + 1) % vertices.length];
    const ox = (q.y - p.y) * n.z - (q.z - p.z) * n.y;
    const oy = (q.z - p.z) * n.x - (q.x - p.x) * n.z;
    const oz = (q.x - p.x) * n.y - (q.y - p.y) * n.x;
    const height = ((x - p.x) * ox + (y - p.y) * oy + (z - p.z) * oz) / Math.hypot(ox, oy, oz);
    if (height > farthest) farthest = height;
  }
  return farthest;
}

/** (g - 1)/|grad g| for g = ((|x/a|^n2 + |y/b|^n2)^(n1/n2) + |z/c|^n1)^(1/n1). */
function normDistance(x: number, y: number, z: number, s: Vector, n1: number, n2: number): number {
  const u = Math.abs(x / s.x);
  const v = Math.abs(y / s.y);
  const w = Math.abs(z / s.z);
  const across = norm(u, v, n2);
  const g = norm(across, w, n1);
  if (!(g > 1)) return g - 1;
  const dAcross = (across / g) ** (n1 - 1);
  const dw = (w / g) ** (n1 - 1) / s.z;
  const du = across > 0 ? (dAcross * (u / across) ** (n2 - 1)) / s.x : 0;
  const dv = across > 0 ? (dAcross * (v / across) ** (n2 - 1)) / s.y : 0;
  return (g - 1) / Math.hypot(du, dv, dw);
}

function norm(s: number, t: number, n: number): number {
  const larger = Math.max(s, t);
  if (!(larger > 0)) return 0;
  if (n === 2) return Math.hypot(s, t);
  return larger * (1 + (Math.min(s, t) / larger) ** n) ** (1 / n);
}
