// SPDX-License-Identifier: MIT
/**
 * Contact query of two planar bodies: GJK for the gap, EPA for the depth, a closed form for a disc against a disc or
 * polygon, and integer arithmetic for polygons where float64 is not certain (after Feng and Tan 2019, sections 2 to 4).
 */
import { type PlanarPose, type PlanarPoseLike, planarPoseArgument } from '../../math/planar-pose.ts';
import type { Vector2 } from '../../math/planar-vector.ts';
import type { PlanarShape } from '../../shapes/planar/planar-shape.ts';
import type { ContactReason } from '../contact-result.ts';
import { callbackArgument, optionsArgument } from '../query-options.ts';
import { exactPlanarContact } from './exact-planar.ts';
import { isOnBoth } from './off-outline.ts';
import { type PlacedPair, placePair, rotationOf, supportAgainst } from './placed-pair.ts';
import type { PlanarContact, PlanarTrace, PlanarTracedPoint, PlanarTraceStep } from './planar-contact-result.ts';
import { type PlanarCore, planarCore } from './planar-core.ts';
import { planarEpa } from './planar-epa.ts';
import { featuresAlong, type Touching, touching } from './planar-features.ts';
import { planarGjk } from './planar-gjk.ts';
import { comparePlanarBodies } from './planar-order.ts';
import { ALLOWANCE_IN_ROUNDINGS, type Found } from './planar-search.ts';
import { settleCurved, settleFurther, settlePolygons } from './planar-settle.ts';
import { pointAgainstPolygon } from './point-against-polygon.ts';

export type {
  PlanarContact,
  PlanarContactType,
  PlanarTrace,
  PlanarTracedPoint,
  PlanarTraceStep,
} from './planar-contact-result.ts';

/** Options of `planarContact`. */
export interface PlanarContactOptions {
  /** Called for every step of GJK and EPA; a direct formula has none. */
  readonly trace?: PlanarTrace;
}

/** The bounds of polygons meet within this part of the smaller body, or integers decide. */
const POLYGON_TOLERANCE = 1e-12;
/** Guaranteed accuracy with an ellipse ... */
const CURVED_TOLERANCE = 1e-9;
/** ... and the target of EPA: the point is then good enough for Newton, with few more steps. */
const CURVED_SEARCH_TOLERANCE = 1e-10;
/** Nearer than this many roundings float64 does not know the sign; integers do. */
const UNSURE_IN_ROUNDINGS = 64;
/** A distance is right when it is right to this part of itself, however small the bodies are. */
const RELATIVE_ROUNDING = 2 ** -47;

/** The answer for the cores in the frame of the pair. */
interface CoreContact {
  readonly along: Along;
  readonly touch: Touching;
  readonly found: Found;
  readonly reason: ContactReason | undefined;
}

interface Along {
  readonly nx: number;
  readonly ny: number;
  readonly distance: number;
  readonly lower: number;
  readonly upper: number;
}

function search(pair: PlacedPair, tolerance: number, trace: PlanarTrace | undefined): Found {
  const isPoint = pair.a.vertexCount === 1 || pair.b.vertexCount === 1;
  const isPolygonal = pair.a.vertexCount > 0 && pair.b.vertexCount > 0;
  if (isPoint && isPolygonal) return pointAgainstPolygon(pair);
  const limits = { tolerance: Math.max(tolerance, 4 * pair.rounding), trace };
  const gjk = planarGjk(pair, limits);
  return gjk.holdsOrigin ? planarEpa(pair, gjk.points, gjk.gjkIterations, limits) : gjk;
}

function touchAlong(pair: PlacedPair, { nx, ny, distance }: Along): Touching {
  return touching(pair, featuresAlong(pair, nx, ny), nx, ny, distance);
}

/** Both cores are polygons or points. */
function polygonContact(
  pair: PlacedPair,
  poseA: PlanarPose,
  poseB: PlanarPose,
  smaller: number,
  trace: PlanarTrace | undefined,
): CoreContact {
  const found = search(pair, POLYGON_TOLERANCE * smaller, trace);
  const settled = settlePolygons(pair, found);
  const size = Math.abs(settled.distance);
  // Bounds that cross contradict each other and count as open.
  const isOpen = !(Math.abs(settled.upper - settled.lower) <= POLYGON_TOLERANCE * smaller + RELATIVE_ROUNDING * size);
  const offAllowed = (POLYGON_TOLERANCE / 2) * smaller + ALLOWANCE_IN_ROUNDINGS * pair.rounding;
  if (!isOpen && size > UNSURE_IN_ROUNDINGS * pair.rounding) {
    const touch = touchAlong(pair, settled);
    if (isOnBoth(pair, touch, settled, offAllowed)) return { along: settled, touch, found, reason: undefined };
  }
  const exact = exactPlanarContact(exactPolygon(pair.a.core, poseA), exactPolygon(pair.b.core, poseB));
  const known = touching(pair, [exact.featureA, exact.featureB], exact.nx, exact.ny, exact.distance);
  if (!pair.isTurned) return { along: exact, touch: known, found, reason: undefined };
  // Turned edges are parallel within rounding only.
  const turned = touchAlong(pair, exact);
  const touch = isOnBoth(pair, turned, exact, offAllowed) ? turned : known;
  return { along: exact, touch, found, reason: undefined };
}

function exactPolygon(core: PlanarCore, pose: PlanarPose) {
  return { vertices: core.given, ...rotationOf(core, pose), x: pose.position.x, y: pose.position.y };
}

/** At least one core is an ellipse. */
function curvedContact(pair: PlacedPair, smaller: number, trace: PlanarTrace | undefined): CoreContact {
  const found = search(pair, CURVED_SEARCH_TOLERANCE * smaller, trace);
  const offAllowed = (CURVED_TOLERANCE / 2) * smaller + ALLOWANCE_IN_ROUNDINGS * pair.rounding;
  let along = settleCurved(pair, found);
  let touch = touchAlong(pair, along);
  let isOff = !isOnBoth(pair, touch, along, offAllowed);
  for (const next of isOff ? settleFurther(pair, found, along) : []) {
    const nextTouch = touchAlong(pair, next);
    isOff = !isOnBoth(pair, nextTouch, next, offAllowed);
    if (isOff) continue;
    along = next;
    touch = nextTouch;
    break;
  }
  const allowed = CURVED_TOLERANCE * smaller + 2 * ALLOWANCE_IN_ROUNDINGS * pair.rounding;
  if (!(along.lower - along.upper <= allowed)) {
    // The bounds contradict each other. The gap along the normal and the distance of one point of each body still hold.
    const { x, y } = supportAgainst(pair, along.nx, along.ny);
    const slack = ALLOWANCE_IN_ROUNDINGS * pair.rounding;
    const held = { ...along, lower: along.distance - slack, upper: Math.sqrt(x * x + y * y) + slack };
    return { along: held, touch, found, reason: 'contradiction' };
  }
  const isOpen = isOff || !(along.upper - along.lower <= allowed);
  return { along, touch, found, reason: isOpen ? (found.reason ?? 'thin') : undefined };
}

/** The margins added, world coordinates; with the bodies exchanged where they were before. */
function toContact(pair: PlacedPair, core: CoreContact, isExchanged: boolean): PlanarContact {
  const { along, touch, found, reason } = core;
  const { nx, ny } = along;
  const marginA = pair.a.core.margin;
  const margins = marginA + pair.b.core.margin;
  const distance = along.distance - margins;
  // The sum of the margins and the subtraction round once each.
  const slack = margins > 0 ? 2 ** -52 * (Math.abs(along.distance) + margins) : 0;
  const pointOnFirst = {
    x: pair.originX + (touch.pointOnA.x + marginA * nx),
    y: pair.originY + (touch.pointOnA.y + marginA * ny),
  };
  const pointOnSecond = { x: pointOnFirst.x + distance * nx, y: pointOnFirst.y + distance * ny };
  const answer: PlanarContact = {
    distance: distance + 0,
    // Never -0.
    normal: isExchanged ? { x: 0 - nx, y: 0 - ny } : { x: nx + 0, y: ny + 0 },
    pointOnA: isExchanged ? pointOnSecond : pointOnFirst,
    pointOnB: isExchanged ? pointOnFirst : pointOnSecond,
    point: middle(pointOnFirst, pointOnSecond),
    lower: Math.min(along.lower - margins - slack, distance),
    upper: Math.max(along.upper - margins + slack, distance),
    type: touch.type,
    status: reason === undefined ? 'converged' : 'bounded',
    gjkIterations: found.gjkIterations,
    epaIterations: found.epaIterations,
  };
  return reason === undefined ? answer : { ...answer, reason };
}

function middle(p: Vector2, q: Vector2): Vector2 {
  return { x: p.x / 2 + q.x / 2, y: p.y / 2 + q.y / 2 };
}

const opposite = (v: Vector2): Vector2 => ({ x: 0 - v.x, y: 0 - v.y });

function exchangedTrace(trace: PlanarTrace | undefined): PlanarTrace | undefined {
  if (trace === undefined) return undefined;
  const exchanged = ({ difference, onA, onB }: PlanarTracedPoint): PlanarTracedPoint => ({
    difference: opposite(difference),
    onA: onB,
    onB: onA,
  });
  return (step) =>
    trace({
      ...step,
      points: step.points.map(opposite),
      corners: step.corners.map(exchanged),
      polygon: step.polygon.map(opposite),
      added: exchanged(step.added),
      normal: opposite(step.normal),
    });
}

/** Steps of cores as steps of the bodies: distances without the discs that the cores are swept by. */
function tracedWithout(margins: number, trace: PlanarTrace | undefined): PlanarTrace | undefined {
  if (trace === undefined || margins === 0) return trace;
  return (step) => trace({ ...step, lower: step.lower - margins, upper: step.upper - margins });
}

function orderedContact(
  a: PlanarCore,
  poseA: PlanarPose,
  b: PlanarCore,
  poseB: PlanarPose,
  trace: PlanarTrace | undefined,
  isExchanged: boolean,
): PlanarContact {
  const pair = placePair(a, poseA, b, poseB);
  const smaller = Math.min(a.extent, b.extent);
  const isPolygonal = pair.a.vertexCount > 0 && pair.b.vertexCount > 0;
  const traced = tracedWithout(a.margin + b.margin, trace);
  const core = isPolygonal ? polygonContact(pair, poseA, poseB, smaller, traced) : curvedContact(pair, smaller, traced);
  return toContact(pair, core, isExchanged);
}

const OPTIONS = ['trace'] as const;

/**
 * Signed distance, normal, points, type and bounds of planar shape `a` at `poseA` against `b` at `poseB`, in world
 * coordinates.
 *
 * Exchanging the bodies negates the normal and exchanges the points, to the bit. Polygons, discs and rounded ones are
 * always `converged`; pairs with an ellipse may be `bounded`.
 *
 * @throws InvalidShapeError, InvalidPoseError or InvalidOptionError for arguments that are not planar shapes, poses or
 * options.
 *
 * @example
 * ```ts
 * import { disc, planarContact } from 'scree/contact';
 *
 * const { distance } = planarContact(disc({ radius: 1 }), {}, disc({ radius: 1 }), { position: [3, 0] });
 * console.log(distance); // 1
 * ```
 */
export function planarContact(
  a: PlanarShape,
  poseA: PlanarPoseLike,
  b: PlanarShape,
  poseB: PlanarPoseLike,
  options?: PlanarContactOptions,
): PlanarContact {
  const coreA = planarCore(a, 'a');
  const coreB = planarCore(b, 'b');
  const placedA = planarPoseArgument(poseA, 'poseA');
  const placedB = planarPoseArgument(poseB, 'poseB');
  const { trace: given } = optionsArgument(options, OPTIONS);
  const trace = callbackArgument<PlanarTrace>(given, 'options.trace');
  const steps: PlanarTraceStep[] = [];
  const noted: PlanarTrace | undefined = trace && ((step) => steps.push(step));
  const found =
    comparePlanarBodies(a, placedA, b, placedB) > 0
      ? orderedContact(coreB, placedB, coreA, placedA, exchangedTrace(noted), true)
      : orderedContact(coreA, placedA, coreB, placedB, noted, false);
  // Not before the answer is complete, as for bodies in space.
  for (const step of steps) trace?.(step);
  return found;
}
