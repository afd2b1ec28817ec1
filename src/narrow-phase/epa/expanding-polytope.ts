// SPDX-License-Identifier: MIT
/**
 * The expanding polytope (EPA section 4, steps 2.a to 2.f): the face nearest the origin is expanded to the support
 * point along its normal until it lies on the boundary of B - A. New faces are added at the horizon only; one per edge
 * of each removed face, as the paper says, would leave inner faces. Faces level with the new point are removed too, so
 * facets with many vertices do not fill up with slivers.
 */
import { cross, dot, lengthSquared, negate, scale, subtract, type Vector3 } from '../../math/vector.ts';
import { type FaceStep, type Trace, tracedPoint } from '../family/trace-step.ts';
import type { DifferencePoint, DifferenceSupport } from '../gjk/difference-point.ts';

/** Limit of expansions; then the bounds are reported as they are. Polyhedra of 100 vertices need about 50. */
export const EPA_STEP_LIMIT = 400;

/** A face closer than this many roundings to the new point is level with it. */
const LEVEL_IN_ROUNDINGS = 4;
/** Bounds this many roundings apart have met. */
const MET_IN_ROUNDINGS = 4;
/** A triangle lower than this many roundings has no normal. */
const FLAT_IN_ROUNDINGS = 4;

/** Largest vertex number, so that an edge is one number. */
const EDGE_BASE = 65536;

export interface PolytopeFace {
  /** Numbers of its vertices, counter-clockwise from outside. */
  readonly corners: readonly [number, number, number];
  /**
   * Outward unit normal, and the distance of the plane from the origin; zero and infinite for a triangle without area.
   */
  readonly normal: Vector3;
  readonly distance: number;
}

/** The plane of a triangle, its normal from the two shorter edges: those lose the fewest digits. */
export function planeOf(
  p: Vector3,
  q: Vector3,
  r: Vector3,
  rounding: number,
): Pick<PolytopeFace, 'normal' | 'distance'> {
  const pq = lengthSquared(subtract(q, p));
  const qr = lengthSquared(subtract(r, q));
  const rp = lengthSquared(subtract(p, r));
  const longest = Math.max(pq, qr, rp);
  const [at, next, last] = longest === qr ? [p, q, r] : longest === rp ? [q, r, p] : [r, p, q];
  const normal = cross(subtract(next, at), subtract(last, at));
  const size = Math.sqrt(lengthSquared(normal));
  if (!(size > FLAT_IN_ROUNDINGS * rounding * Math.sqrt(longest)))
    return { normal: { x: 0, y: 0, z: 0 }, distance: Infinity };
  const unit = scale(normal, 1 / size);
  return { normal: unit, distance: dot(unit, at) };
}

/**
 * Lower bound of the distance of a triangle's points from the origin, for any unit normal. One corner would not do,
 * because rounding may have turned the normal of a sliver.
 */
export function leastHeight(triangle: readonly DifferencePoint[], normal: Vector3): number {
  return Math.min(...triangle.map(({ w }) => dot(normal, w)));
}

/** The four faces, each counter-clockwise from outside: turned away from the corner that it leaves out. */
export function facesOfTetrahedron(tetrahedron: readonly DifferencePoint[]): readonly PolytopeFace['corners'][] {
  const [p, q, r, s] = tetrahedron.map(({ w }) => w) as [Vector3, Vector3, Vector3, Vector3];
  const isTurned = dot(subtract(s, p), cross(subtract(q, p), subtract(r, p))) > 0;
  const [i, j] = isTurned ? [1, 0] : [0, 1];
  return [
    [i, j, 2],
    [j, i, 3],
    [i, 2, 3],
    [2, j, 3],
  ];
}

/** A closed surface of triangles around the origin that grows by support points. */
export class ExpandingPolytope {
  readonly vertices: DifferencePoint[];
  readonly faces = new Set<PolytopeFace>();
  readonly #byEdge = new Map<number, PolytopeFace>();
  readonly #rounding: number;

  /** Starts with a tetrahedron that is not flat. */
  constructor(tetrahedron: readonly DifferencePoint[], rounding: number) {
    this.#rounding = rounding;
    this.vertices = [...tetrahedron];
    for (const [i, j, k] of facesOfTetrahedron(tetrahedron)) this.#addFace(i, j, k);
  }

  #point(i: number): Vector3 {
    return this.vertices[i].w;
  }

  #addFace(i: number, j: number, k: number): void {
    const face = {
      corners: [i, j, k] as const,
      ...planeOf(this.#point(i), this.#point(j), this.#point(k), this.#rounding),
    };
    this.faces.add(face);
    this.#byEdge.set(i * EDGE_BASE + j, face);
    this.#byEdge.set(j * EDGE_BASE + k, face);
    this.#byEdge.set(k * EDGE_BASE + i, face);
  }

  /** The face whose plane is nearest the origin. */
  nearestFace(): PolytopeFace {
    let best: PolytopeFace | undefined;
    for (const face of this.faces) if (best === undefined || face.distance < best.distance) best = face;
    return best as PolytopeFace;
  }

  /** Radius of a ball around the origin inside the polytope, valid for slivers too. */
  room(): number {
    let least = Infinity;
    for (const face of this.faces) {
      if (face.distance < Infinity) least = Math.min(least, leastHeight(this.cornersOf(face), face.normal));
    }
    return least;
  }

  cornersOf(face: PolytopeFace): DifferencePoint[] {
    return face.corners.map((i) => this.vertices[i]);
  }

  has(point: Vector3): boolean {
    return this.vertices.some(({ w }) => w.x === point.x && w.y === point.y && w.z === point.z);
  }

  /** True for faces that the point is in front of or level with; a triangle without area goes with its neighbours. */
  #isSeen(face: PolytopeFace, point: Vector3): boolean {
    return dot(face.normal, subtract(point, this.#point(face.corners[0]))) > -LEVEL_IN_ROUNDINGS * this.#rounding;
  }

  /** The visible faces around `first`, and the directed edges to the remaining faces. */
  #seenFrom(first: PolytopeFace, point: Vector3): { seen: Set<PolytopeFace>; horizon: [number, number][] } {
    const seen = new Set([first]);
    const horizon: [number, number][] = [];
    for (const face of seen) {
      const [i, j, k] = face.corners;
      for (const [from, to] of [
        [i, j],
        [j, k],
        [k, i],
      ] as const) {
        const beyond = this.#byEdge.get(to * EDGE_BASE + from) as PolytopeFace;
        if (seen.has(beyond)) continue;
        if (this.#isSeen(beyond, point)) seen.add(beyond);
        else horizon.push([from, to]);
      }
    }
    // A face that was passed by and then seen by another way has no edge on the horizon.
    return {
      seen,
      horizon: horizon.filter(([i, j]) => !seen.has(this.#byEdge.get(j * EDGE_BASE + i) as PolytopeFace)),
    };
  }

  /**
   * Expands a face to a point in front of it. Returns false, and changes nothing, if rounding has made the horizon
   * anything but one loop.
   */
  expand(face: PolytopeFace, added: DifferencePoint): boolean {
    const { seen, horizon } = this.#seenFrom(face, added.w);
    const next = new Map(horizon);
    if (next.size !== horizon.length || horizon.length < 3) return false;
    let length = 0;
    const start = horizon[0][0];
    for (let at: number | undefined = start; at !== undefined && length <= horizon.length; length++) {
      at = next.get(at);
      if (at === start) break;
    }
    if (length + 1 !== horizon.length) return false;
    for (const gone of seen) {
      this.faces.delete(gone);
      const [i, j, k] = gone.corners;
      for (const edge of [i * EDGE_BASE + j, j * EDGE_BASE + k, k * EDGE_BASE + i]) this.#byEdge.delete(edge);
    }
    const number = this.vertices.push(added) - 1;
    for (const [i, j] of horizon) this.#addFace(i, j, number);
    return true;
  }
}

export interface DepthSetting {
  readonly support: DifferenceSupport;
  /** Solid, with the origin inside or on it. */
  readonly tetrahedron: readonly DifferencePoint[];
  readonly rounding: number;
  /** Bounds this close have met; curved bodies would continue for ever. */
  readonly tolerance: number;
  readonly stepLimit: number;
  readonly algorithm: string;
  /** The number of the first step in the trace. */
  readonly firstStep: number;
  readonly trace?: Trace | undefined;
}

/** Supporting plane of B - A nearest the origin, as found by the search. */
export interface DepthResult {
  readonly triangle: readonly DifferencePoint[];
  /** From A to B: against the outward normal of the plane with the best gap found. */
  readonly normal: Vector3;
  /** Bounds of the signed distance: the gap along the normal, and minus the room inside the faces. */
  readonly lower: number;
  readonly upper: number;
  readonly steps: number;
  readonly isLimited: boolean;
}

/** A trace step of an expansion. */
export function faceStep(
  algorithm: string,
  step: number,
  vertices: readonly DifferencePoint[],
  faces: Iterable<PolytopeFace>,
  chosen: PolytopeFace,
  added: DifferencePoint,
  bounds: Pick<FaceStep, 'normal' | 'distance' | 'lower' | 'upper'>,
): FaceStep {
  const traced = vertices.map(tracedPoint);
  const corners = chosen.corners.map((i) => vertices[i]);
  return {
    algorithm,
    step,
    kind: 'face',
    ...bounds,
    upper: Math.max(bounds.lower, bounds.upper),
    points: corners.map(({ w }) => w),
    corners: corners.map(tracedPoint),
    vertices: traced,
    faces: Array.from(faces, (face) => face.corners),
    added: tracedPoint(added),
  };
}

/** Runs EPA; never more than `stepLimit` expansions. */
export function expandToDepth(setting: DepthSetting): DepthResult {
  const { support, tetrahedron, rounding, tolerance, stepLimit, algorithm, firstStep, trace } = setting;
  const polytope = new ExpandingPolytope(tetrahedron, rounding);
  const met = Math.max(MET_IN_ROUNDINGS * rounding, tolerance);
  let best = { normal: { x: 1, y: 0, z: 0 }, lower: -Infinity };
  for (let steps = 1; ; steps++) {
    const face = polytope.nearestFace();
    const triangle = polytope.cornersOf(face);
    if (face.distance === Infinity) return { ...best, triangle, upper: Infinity, steps, isLimited: false };
    const found = support(face.normal);
    const reach = dot(face.normal, found.w);
    const normal = negate(face.normal);
    if (-reach >= best.lower) best = { normal, lower: -reach };
    if (trace !== undefined) {
      const bounds = { normal, distance: -reach, lower: best.lower, upper: -polytope.room() };
      trace(faceStep(algorithm, firstStep + steps - 1, polytope.vertices, polytope.faces, face, found, bounds));
    }
    const end = (isLimited = false): DepthResult => ({ ...best, triangle, upper: -polytope.room(), steps, isLimited });
    if (-face.distance - best.lower <= met || polytope.has(found.w)) return end();
    if (steps >= stepLimit) return end(true);
    if (!polytope.expand(face, found)) return end();
  }
}
