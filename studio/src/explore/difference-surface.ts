// SPDX-License-Identifier: MIT
/**
 * The Minkowski difference B - A as a surface to draw: explicit for polyhedra, with its edges; for other convex bodies
 * from support points over a geodesic sphere. For rounded bodies also the difference of their cores, on which most
 * searches work.
 */
import {
  type ConvexShape,
  minkowskiDifference,
  type PlanarShape,
  type Pose,
  pose,
  type Shape,
  type SolidPolyhedron,
  type Vector2,
  type Vector3,
} from '../../../src/contact.ts';
import { type PairOfBodies, sweptCoreOf } from '../../../src/pairs.ts';
import { shapeSurface } from '../drawing/shape-surface.ts';
import { supportSurface } from '../drawing/support-surface.ts';
import { Surface, sum, turned } from '../drawing/surface.ts';
import { inDrawing } from './queries.ts';

/** Parts that an icosahedron's edge is split into: 2,562 directions. */
const FREQUENCY = 16;
/** Explicit differences of more pairs of vertices are sampled instead. */
const MOST_VERTEX_PAIRS = 4096;
/** Pairs of pieces that are drawn. */
const MOST_PIECES = 48;
/** Directions around an outline. */
const OUTLINE = 180;

export interface DifferenceSurfaces {
  readonly whole: Surface;
  /** Of the cores, if they differ from the bodies. */
  readonly cores?: Surface;
}

/** Undefined if it cannot be drawn: half-spaces and meshes. */
export function differenceSurfaces(bodies: PairOfBodies): DifferenceSurfaces | undefined {
  if (bodies.kind === 'mesh') return undefined;
  if (bodies.kind === 'planar') {
    const { a, b } = bodies;
    const whole = outlineSurface(planarDifference(a, b, OUTLINE));
    const [coreA, coreB] = [planarCore(a.shape), planarCore(b.shape)];
    if (coreA === a.shape && coreB === b.shape) return { whole };
    return {
      whole,
      cores: outlineSurface(planarDifference({ ...a, shape: coreA }, { ...b, shape: coreB }, OUTLINE)),
    };
  }
  const { a, b } = bodies;
  const piecesA = convexPieces(a.shape, a.pose);
  const piecesB = convexPieces(b.shape, b.pose);
  if (piecesA.length === 0 || piecesB.length === 0) return undefined;
  const pairs = piecesA.flatMap((p) => piecesB.map((q) => [p, q] as const)).slice(0, MOST_PIECES);
  const whole = united(pairs.map(([p, q]) => convexDifference(p, q)));
  const hasCores = pairs.some(([p, q]) => coreOf(p.shape) !== p.shape || coreOf(q.shape) !== q.shape);
  if (!hasCores) return { whole };
  const cored = (piece: ConvexPiece): ConvexPiece => ({ ...piece, shape: coreOf(piece.shape) });
  return { whole, cores: united(pairs.map(([p, q]) => convexDifference(cored(p), cored(q)))) };
}

type SupportShape = Pick<ConvexShape, 'support'> & { readonly kind: string };

interface ConvexPiece {
  readonly shape: SupportShape;
  readonly pose: Pose;
}

function convexPieces(shape: Shape, at: Pose): readonly ConvexPiece[] {
  if (shape.kind === 'halfSpace') return [];
  if (shape.kind !== 'compound') return [{ shape, pose: at }];
  return shape.pieces.map((piece) => {
    const position = sum(at.position, turned(at.orientation, piece.pose.position));
    return {
      shape: piece.shape,
      pose: pose({ position, orientation: product(at.orientation, piece.pose.orientation) }),
    };
  });
}

/** A shape without its rounding: a point, a segment, or the inner shape. */
function coreOf(shape: SupportShape): SupportShape {
  return sweptCoreOf(shape as ConvexShape).core;
}

function isSolid(shape: SupportShape): shape is SolidPolyhedron {
  return shape.kind === 'box' || shape.kind === 'polyhedron';
}

function vertexCount(shape: SolidPolyhedron): number {
  return shape.kind === 'box' ? 8 : shape.hull.vertices.length / 3;
}

function convexDifference(a: ConvexPiece, b: ConvexPiece): Surface {
  if (isSolid(a.shape) && isSolid(b.shape) && vertexCount(a.shape) * vertexCount(b.shape) <= MOST_VERTEX_PAIRS) {
    try {
      return shapeSurface(minkowskiDifference(b.shape, b.pose, a.shape, a.pose), FREQUENCY, 1);
    } catch {
      // Too far from the origin for float64 to separate the corners: sampled below.
    }
  }
  const support = ({ shape, pose: at }: ConvexPiece, direction: Vector3): Vector3 =>
    sum(at.position, turned(at.orientation, shape.support(turned(conjugate(at.orientation), direction))));
  const surface = supportSurface((d) => {
    const onB = support(b, d);
    const onA = support(a, { x: -d.x, y: -d.y, z: -d.z });
    return { x: onB.x - onA.x, y: onB.y - onA.y, z: onB.z - onA.z };
  }, FREQUENCY);
  return surface.triangles.length > 0 ? surface : flatSurface(surface);
}

/** A difference of two points, or of a point and a segment, has no triangles: a line from end to end. */
function flatSurface({ positions }: Surface): Surface {
  const surface = new Surface();
  const at = (i: number): Vector3 => ({
    x: positions[3 * i],
    y: positions[3 * i + 1],
    z: positions[3 * i + 2],
  });
  const first = at(0);
  let farthest = first;
  let reach = 0;
  for (let i = 1; i < positions.length / 3; i++) {
    const point = at(i);
    const away = Math.hypot(point.x - first.x, point.y - first.y, point.z - first.z);
    if (away > reach) [farthest, reach] = [point, away];
  }
  surface.line(first, farthest);
  return surface;
}

function united(surfaces: readonly Surface[]): Surface {
  const [only] = surfaces;
  if (surfaces.length === 1 && only !== undefined) return only;
  const all = new Surface();
  for (const surface of surfaces) {
    all.append(
      surface,
      (p) => p,
      (n) => n,
    );
  }
  return all;
}

interface PlanarPiece {
  readonly shape: Pick<PlanarShape, 'support'>;
  readonly pose: { readonly position: Vector2; readonly angle: number };
}

/** Without the rounding; of an ellipse, without the disc of its least radius of curvature, as the search takes it. */
function planarCore(shape: PlanarShape): Pick<PlanarShape, 'support'> {
  if (shape.kind === 'rounded') return planarCore(shape.shape);
  if (shape.kind === 'disc') return { support: () => ({ x: 0, y: 0 }) };
  if (shape.kind === 'polygon') return shape;
  const { x: a, y: b } = shape.semiAxes;
  const inset = Math.min(a, b) ** 2 / Math.max(a, b);
  return {
    support: (direction) => {
      const { x, y } = shape.support(direction);
      const size = Math.hypot(direction.x, direction.y);
      return { x: x - (inset * direction.x) / size, y: y - (inset * direction.y) / size };
    },
  };
}

/** Corners of the outline, counter-clockwise; those of polygons where a direction meets them. */
function planarDifference(a: PlanarPiece, b: PlanarPiece, count: number): readonly Vector2[] {
  const support = ({ shape, pose: at }: PlanarPiece, direction: Vector2): Vector2 => {
    const [c, s] = [Math.cos(at.angle), Math.sin(at.angle)];
    const { x, y } = shape.support({ x: c * direction.x + s * direction.y, y: c * direction.y - s * direction.x });
    return { x: at.position.x + c * x - s * y, y: at.position.y + s * x + c * y };
  };
  const points: Vector2[] = [];
  for (let i = 0; i < count; i++) {
    const angle = (2 * Math.PI * (i + 0.5)) / count;
    const d = { x: Math.cos(angle), y: Math.sin(angle) };
    const onB = support(b, d);
    const onA = support(a, { x: -d.x, y: -d.y });
    const point = { x: onB.x - onA.x, y: onB.y - onA.y };
    const last = points.at(-1);
    if (last === undefined || Math.hypot(point.x - last.x, point.y - last.y) > 0) points.push(point);
  }
  return points;
}

/** A flat convex outline in the plane of the drawing, seen from the front. */
export function outlineSurface(outline: readonly Vector2[]): Surface {
  const surface = new Surface();
  const corners = outline.map(inDrawing);
  if (corners.length > 2) surface.polygon(corners, { x: 0, y: -1, z: 0 });
  if (corners.length > 1) surface.loop(corners);
  return surface;
}

/** The outline of a 2D shape at its pose, sampled where it is curved. */
export function planarOutline(shape: PlanarShape, at: PlanarPiece['pose']): readonly Vector2[] {
  const point = { shape: { support: () => ({ x: 0, y: 0 }) }, pose: { position: { x: 0, y: 0 }, angle: 0 } };
  return planarDifference(point, { shape, pose: at }, OUTLINE);
}

type Quaternion = Pose['orientation'];

function conjugate({ w, x, y, z }: Quaternion): Quaternion {
  return { w, x: -x, y: -y, z: -z };
}

function product(p: Quaternion, q: Quaternion): Quaternion {
  return {
    w: p.w * q.w - p.x * q.x - p.y * q.y - p.z * q.z,
    x: p.w * q.x + p.x * q.w + p.y * q.z - p.z * q.y,
    y: p.w * q.y - p.x * q.z + p.y * q.w + p.z * q.x,
    z: p.w * q.z + p.x * q.y - p.y * q.x + p.z * q.w,
  };
}
