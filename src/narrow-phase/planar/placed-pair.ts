// SPDX-License-Identifier: MIT
/**
 * Two cores at their places in the frame of the pair: world axes, origin at the reference of A, so that a far offset of
 * both costs no digits. Support points of each and of the difference B - A, and the rounding that all this brings.
 */
import { cos, sin } from '../../math/circular.ts';
import type { PlanarPose } from '../../math/planar-pose.ts';
import { length2, type Vector2 } from '../../math/planar-vector.ts';
import { farthestVertex } from '../../shapes/planar/polygon-support.ts';
import type { PlanarTracedPoint } from './planar-contact-result.ts';
import type { PlanarCore } from './planar-core.ts';

/** A point of a core; `index` is its vertex, -1 on an ellipse. */
export interface CorePoint {
  readonly x: number;
  readonly y: number;
  readonly index: number;
}

/** A point of the difference B - A with the points it comes from. */
export interface DifferencePoint {
  readonly x: number;
  readonly y: number;
  readonly a: CorePoint;
  readonly b: CorePoint;
}

const UNIT_ROUNDING = 2 ** -52;

export class PlacedCore {
  readonly core: PlanarCore;
  readonly cosine: number;
  readonly sine: number;
  readonly x: number;
  readonly y: number;
  /** 1 for a point, 0 for an ellipse. */
  readonly vertexCount: number;

  constructor(core: PlanarCore, cosine: number, sine: number, x: number, y: number) {
    this.core = core;
    this.cosine = cosine;
    this.sine = sine;
    this.x = x;
    this.y = y;
    this.vertexCount = core.vertices.length / 2;
  }

  vertex(index: number): CorePoint {
    return { x: this.vertexX(index), y: this.vertexY(index), index };
  }

  vertexX(index: number): number {
    const v = this.core.vertices;
    return this.cosine * v[2 * index] - this.sine * v[2 * index + 1] + this.x;
  }

  vertexY(index: number): number {
    const v = this.core.vertices;
    return this.sine * v[2 * index] + this.cosine * v[2 * index + 1] + this.y;
  }

  next(index: number): number {
    return index + 1 === this.vertexCount ? 0 : index + 1;
  }

  before(index: number): number {
    return index === 0 ? this.vertexCount - 1 : index - 1;
  }

  /** The vector from vertex i to vertex j: from the own differences, so short edges keep their direction. */
  between(i: number, j: number): { readonly x: number; readonly y: number } {
    const v = this.core.vertices;
    const ex = v[2 * j] - v[2 * i];
    const ey = v[2 * j + 1] - v[2 * i + 1];
    return { x: this.cosine * ex - this.sine * ey, y: this.sine * ex + this.cosine * ey };
  }

  /** The vertex farthest along the unit vector (dx, dy), of a core that has some. */
  supportIndex(dx: number, dy: number): number {
    const { vertices } = this.core;
    if (vertices.length === 2) return 0;
    return farthestVertex(vertices, this.cosine * dx + this.sine * dy, this.cosine * dy - this.sine * dx);
  }

  /** The point farthest along the unit vector (dx, dy). */
  support(dx: number, dy: number): CorePoint {
    const { ellipse } = this.core;
    if (ellipse === undefined) return this.vertex(this.supportIndex(dx, dy));
    const ox = this.cosine * dx + this.sine * dy;
    const oy = this.cosine * dy - this.sine * dx;
    const { a, b, inset } = ellipse;
    const ux = a * ox;
    const uy = b * oy;
    const length = length2(ux, uy);
    const lx = a * (ux / length) - inset * ox;
    const ly = b * (uy / length) - inset * oy;
    return {
      x: this.cosine * lx - this.sine * ly + this.x,
      y: this.sine * lx + this.cosine * ly + this.y,
      index: -1,
    };
  }

  /** Radius of curvature of the core where its outward normal is the unit vector (dx, dy); 0 at a vertex. */
  curvatureRadius(dx: number, dy: number): number {
    const { ellipse } = this.core;
    if (ellipse === undefined) return 0;
    const { a, b, inset } = ellipse;
    const length = length2(a * (this.cosine * dx + this.sine * dy), b * (this.cosine * dy - this.sine * dx));
    return Math.max(0, (a / length) * (b / length) * ((a * b) / length) - inset);
  }
}

/** Outward unit normal of the edge from vertex i to the next. */
export function edgeNormal(body: PlacedCore, i: number): { readonly x: number; readonly y: number } {
  const e = body.between(i, body.next(i));
  const length = length2(e.x, e.y);
  return { x: e.y / length, y: -e.x / length };
}

export interface PlacedPair {
  readonly a: PlacedCore;
  readonly b: PlacedCore;
  /** Of the frame of the pair in the world. */
  readonly originX: number;
  readonly originY: number;
  /** One rounding of the largest coordinate that enters; support values are right to a few of these. */
  readonly rounding: number;
  /** A body is turned: its float64 sine and cosine stand for an angle, and parallel edges are so to rounding only. */
  readonly isTurned: boolean;
}

/** What rounding took from sum = p + q. */
function restOf(p: number, q: number, sum: number): number {
  return Math.abs(p) >= Math.abs(q) ? p - sum + q : q - sum + p;
}

/** The sum of the four numbers, right to its own last digit (Neumaier 1974): far offsets cancel without loss. */
function accurateSum(p: number, q: number, r: number, s: number): number {
  const two = p + q;
  const three = two + r;
  const four = three + s;
  return four + (restOf(p, q, two) + restOf(two, r, three) + restOf(three, s, four));
}

/** Cosine and sine of a pose's angle, for a core that turning changes; a point has none. */
export function rotationOf(core: PlanarCore, pose: PlanarPose): { readonly cosine: number; readonly sine: number } {
  const isPoint = core.vertices.length === 2;
  if (pose.angle === 0 || isPoint) return { cosine: 1, sine: 0 };
  return { cosine: cos(pose.angle), sine: sin(pose.angle) };
}

export function placePair(coreA: PlanarCore, poseA: PlanarPose, coreB: PlanarCore, poseB: PlanarPose): PlacedPair {
  const turnA = rotationOf(coreA, poseA);
  const turnB = rotationOf(coreB, poseB);
  const ax = turnA.cosine * coreA.referenceX - turnA.sine * coreA.referenceY;
  const ay = turnA.sine * coreA.referenceX + turnA.cosine * coreA.referenceY;
  const bx = turnB.cosine * coreB.referenceX - turnB.sine * coreB.referenceY;
  const by = turnB.sine * coreB.referenceX + turnB.cosine * coreB.referenceY;
  const tx = accurateSum(poseB.position.x, -poseA.position.x, bx, -ax);
  const ty = accurateSum(poseB.position.y, -poseA.position.y, by, -ay);
  const isTurnedA = turnA.sine !== 0;
  const isTurnedB = turnB.sine !== 0;
  // Turning a far reference rounds it; an unturned one is exact.
  const far =
    (isTurnedA ? Math.abs(ax) + Math.abs(ay) : 0) + (isTurnedB ? Math.abs(bx) + Math.abs(by) : 0) + length2(tx, ty);
  return {
    a: new PlacedCore(coreA, turnA.cosine, turnA.sine, 0, 0),
    b: new PlacedCore(coreB, turnB.cosine, turnB.sine, tx, ty),
    originX: poseA.position.x + ax,
    originY: poseA.position.y + ay,
    rounding: UNIT_ROUNDING * (coreA.reach + coreB.reach + far),
    isTurned: isTurnedA || isTurnedB,
  };
}

/** A point of the difference as a trace shows it. */
export function planarTracedPoint(
  { originX, originY }: PlacedPair,
  { x, y, a, b }: DifferencePoint,
): PlanarTracedPoint {
  const inWorld = (point: CorePoint): Vector2 => ({ x: originX + point.x, y: originY + point.y });
  return { difference: { x, y }, onA: inWorld(a), onB: inWorld(b) };
}

/** The point of B - A that is farthest against the unit vector n: n . x over it is the gap seen along n. */
export function supportAgainst(pair: PlacedPair, nx: number, ny: number): DifferencePoint {
  const a = pair.a.support(nx, ny);
  const b = pair.b.support(-nx, -ny);
  return { x: b.x - a.x, y: b.y - a.y, a, b };
}
