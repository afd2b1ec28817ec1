// SPDX-License-Identifier: MIT
/**
 * How do these two planar bodies touch? GJK for the gap, EPA for the depth, a direct formula for a disc against a disc or
 * polygon, and for polygons integer arithmetic wherever float64 cannot be sure (after Feng and Tan 2019, sections 2 to 4).
 */
import { type PlanarPose, type PlanarPoseLike, planarPose } from '../../math/planar-pose.ts';
import type { Vector2 } from '../../math/planar-vector.ts';
import { type PlanarShape, requirePlanarShape } from '../../shapes/planar/planar-shape.ts';
import type { ContactReason } from '../contact-result.ts';
import { exactPlanarContact } from './exact-planar.ts';
import { type PlacedPair, placePair, rotationOf } from './placed-pair.ts';
import type { PlanarContact, PlanarTrace } from './planar-contact-result.ts';
import { type PlanarCore, planarCore } from './planar-core.ts';
import { planarEpa } from './planar-epa.ts';
import { type Feature, featureAlong, type Touching, touching } from './planar-features.ts';
import { planarGjk } from './planar-gjk.ts';
import { comparePlanarBodies } from './planar-order.ts';
import { ALLOWANCE_IN_ROUNDINGS, type Found } from './planar-search.ts';
import { settleCurved, settlePolygons } from './planar-settle.ts';
import { pointAgainstPolygon } from './point-against-polygon.ts';

export type { PlanarContact, PlanarContactType, PlanarTrace, PlanarTraceStep } from './planar-contact-result.ts';

export interface PlanarContactOptions {
  /** Called for every step of GJK and EPA; a direct formula has none. */
  readonly trace?: PlanarTrace;
}

/** The bounds of polygons meet within this part of the smaller body, or integers decide. */
const POLYGON_TOLERANCE = 1e-12;
/** What is promised where an ellipse takes part ... */
const CURVED_TOLERANCE = 1e-9;
/** ... and what EPA aims at: the point is then good enough for Newton, and few more steps are needed. */
const CURVED_SEARCH_TOLERANCE = 1e-10;
/** Nearer than this many roundings float64 does not know the sign; integers do. */
const UNSURE_IN_ROUNDINGS = 64;
/** A distance is right when it is right to this part of itself, however small the bodies are. */
const RELATIVE_ROUNDING = 2 ** -47;

/** The answer for the cores in the frame of the pair. */
interface CoreContact extends Touching {
  readonly nx: number;
  readonly ny: number;
  readonly distance: number;
  readonly lower: number;
  readonly upper: number;
  readonly reason?: ContactReason;
  readonly gjkIterations: number;
  readonly epaIterations: number;
}

function search(pair: PlacedPair, tolerance: number, trace: PlanarTrace | undefined): Found {
  const isPoint = pair.a.vertexCount === 1 || pair.b.vertexCount === 1;
  const isPolygonal = pair.a.vertexCount > 0 && pair.b.vertexCount > 0;
  if (isPoint && isPolygonal) return pointAgainstPolygon(pair);
  const limits = { tolerance: Math.max(tolerance, 4 * pair.rounding), trace };
  const gjk = planarGjk(pair, limits);
  return gjk.holdsOrigin ? planarEpa(pair, gjk.points, gjk.gjkIterations, limits) : gjk;
}

/** Both cores are polygons or points. */
function polygonContact(
  pair: PlacedPair,
  poses: readonly [PlanarPose, PlanarPose],
  smaller: number,
  trace: PlanarTrace | undefined,
): CoreContact {
  const found = search(pair, POLYGON_TOLERANCE * smaller, trace);
  const { gjkIterations, epaIterations } = found;
  const settled = settlePolygons(pair, found);
  const size = Math.abs(settled.distance);
  const isOpen = settled.upper - settled.lower > POLYGON_TOLERANCE * smaller + RELATIVE_ROUNDING * size;
  if (!isOpen && size > UNSURE_IN_ROUNDINGS * pair.rounding) {
    const touch = touching(pair, ...featuresAlong(pair, settled), settled, settled.distance);
    return { ...settled, ...touch, gjkIterations, epaIterations };
  }
  const exact = exactPlanarContact(exactPolygon(pair.a.core, poses[0]), exactPolygon(pair.b.core, poses[1]));
  const features = pair.isTurned ? featuresAlong(pair, exact) : ([exact.featureA, exact.featureB] as const);
  return { ...exact, ...touching(pair, ...features, exact, exact.distance), gjkIterations, epaIterations };
}

function featuresAlong(
  pair: PlacedPair,
  { nx, ny }: { readonly nx: number; readonly ny: number },
): readonly [Feature | undefined, Feature | undefined] {
  return [featureAlong(pair.a, nx, ny, pair.rounding), featureAlong(pair.b, -nx, -ny, pair.rounding)];
}

function exactPolygon(core: PlanarCore, pose: PlanarPose) {
  return { vertices: core.given, ...rotationOf(core, pose), x: pose.position.x, y: pose.position.y };
}

/** At least one core is an ellipse. */
function curvedContact(pair: PlacedPair, smaller: number, trace: PlanarTrace | undefined): CoreContact {
  const found = search(pair, CURVED_SEARCH_TOLERANCE * smaller, trace);
  const settled = settleCurved(pair, found);
  const touch = touching(pair, ...featuresAlong(pair, settled), settled, settled.distance);
  const { gjkIterations, epaIterations } = found;
  const allowed = CURVED_TOLERANCE * smaller + 2 * ALLOWANCE_IN_ROUNDINGS * pair.rounding;
  const isOpen = !(settled.upper - settled.lower <= allowed);
  const reason = isOpen ? (found.reason ?? 'thin') : undefined;
  return { ...settled, ...touch, gjkIterations, epaIterations, ...(reason && { reason }) };
}

/** The margins added, world coordinates. */
function toContact(pair: PlacedPair, core: CoreContact): PlanarContact {
  const { nx, ny, pointOnA: p, reason } = core;
  const marginA = pair.a.core.margin;
  const margins = marginA + pair.b.core.margin;
  const distance = core.distance - margins;
  // The sum of the margins and the subtraction round once each.
  const slack = margins > 0 ? 2 ** -52 * (Math.abs(core.distance) + margins) : 0;
  const pointOnA = {
    x: pair.originX + (p.x + marginA * nx),
    y: pair.originY + (p.y + marginA * ny),
  };
  const pointOnB = { x: pointOnA.x + distance * nx, y: pointOnA.y + distance * ny };
  return {
    distance: distance + 0,
    normal: { x: nx + 0, y: ny + 0 },
    pointOnA,
    pointOnB,
    point: middle(pointOnA, pointOnB),
    lower: Math.min(core.lower - margins - slack, distance),
    upper: Math.max(core.upper - margins + slack, distance),
    type: core.type,
    status: reason === undefined ? 'converged' : 'bounded',
    ...(reason && { reason }),
    gjkIterations: core.gjkIterations,
    epaIterations: core.epaIterations,
  };
}

function middle(p: Vector2, q: Vector2): Vector2 {
  return { x: p.x / 2 + q.x / 2, y: p.y / 2 + q.y / 2 };
}

const opposite = (v: Vector2): Vector2 => ({ x: 0 - v.x, y: 0 - v.y });

function exchanged(answer: PlanarContact): PlanarContact {
  const { normal, pointOnA, pointOnB } = answer;
  return { ...answer, normal: opposite(normal), pointOnA: pointOnB, pointOnB: pointOnA };
}

function exchangedTrace(trace: PlanarTrace | undefined): PlanarTrace | undefined {
  if (trace === undefined) return undefined;
  return (step) => trace({ ...step, points: step.points.map(opposite), normal: opposite(step.normal) });
}

function orderedContact(
  a: PlanarShape,
  poseA: PlanarPose,
  b: PlanarShape,
  poseB: PlanarPose,
  trace: PlanarTrace | undefined,
): PlanarContact {
  const pair = placePair(planarCore(a), poseA, planarCore(b), poseB);
  const smaller = Math.min(pair.a.core.extent, pair.b.core.extent);
  const isPolygonal = pair.a.vertexCount > 0 && pair.b.vertexCount > 0;
  const core = isPolygonal ? polygonContact(pair, [poseA, poseB], smaller, trace) : curvedContact(pair, smaller, trace);
  return toContact(pair, core);
}

/**
 * Signed distance, normal, points, type and bounds of planar shape `a` at `poseA` against `b` at `poseB`, in world
 * coordinates.
 *
 * Exchanging the bodies negates the normal and exchanges the points, to the bit. Polygons, discs and rounded ones are always
 * `converged`; pairs with an ellipse may be `bounded`. Throws only on what is no planar shape and on poses that are not
 * finite.
 */
export function planarContact(
  a: PlanarShape,
  poseA: PlanarPoseLike,
  b: PlanarShape,
  poseB: PlanarPoseLike,
  options?: PlanarContactOptions,
): PlanarContact {
  requirePlanarShape(a, 'a');
  requirePlanarShape(b, 'b');
  const placedA = planarPose(poseA);
  const placedB = planarPose(poseB);
  if (comparePlanarBodies(a, placedA, b, placedB) > 0) {
    return exchanged(orderedContact(b, placedB, a, placedA, exchangedTrace(options?.trace)));
  }
  return orderedContact(a, placedA, b, placedB, options?.trace);
}
