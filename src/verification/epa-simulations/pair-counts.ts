// SPDX-License-Identifier: MIT
/**
 * Counts the cost of all pairs of a simulation with overlapping bounding boxes, at one time: by GJK from scratch, as
 * the paper counts it, and by our query with the warm start of the last step.
 */
import { fromAxisAngle, multiply, type Quaternion, rotate } from '../../math/quaternion.ts';
import { addScaled, length, subtract, type Vector3 } from '../../math/vector.ts';
import { contact } from '../../narrow-phase/contact.ts';
import { ContactCache } from '../../narrow-phase/contact-cache.ts';
import type { ConvexShape } from '../../shapes/shape.ts';
import type { Simulation } from '../../simulation/simulation.ts';
import type { Kind } from './injected-scenes.ts';

/** Sums, so that they can be kept. */
export interface GroupCounts {
  /** Pairs without and with contact. */
  separated: number;
  touching: number;
  /** Updates of GJK on them, and iterations of EPA on the latter. */
  separatedUpdates: number;
  touchingUpdates: number;
  epa: number;
  /** The same, of our own query from a warm start. */
  warmSeparated: number;
  warmTouching: number;
  warmEpa: number;
  /** Pairs for which the two disagree about contact, beyond rounding. */
  disagreeing: number;
}

interface ShapeOfKind {
  readonly kind: Kind;
  readonly shape: ConvexShape;
}

interface Placed extends ShapeOfKind {
  readonly pose: { readonly position: Vector3; readonly orientation: Quaternion };
  /** Pose one step before. */
  readonly before: { readonly position: Vector3; readonly orientation: Quaternion };
  readonly min: Vector3;
  readonly max: Vector3;
}

/** Gap or depth relative to the size below which rounding decides about contact. */
const TOUCH = 1e-9;

function groupName(a: Kind, b: Kind, kinds: readonly Kind[]): string {
  return kinds.indexOf(a) <= kinds.indexOf(b) ? `${a}-${b}` : `${b}-${a}`;
}

/** Groups of the kinds in the order of the tables. */
export function groupsOf(kinds: readonly Kind[]): string[] {
  return kinds.flatMap((a, i) => kinds.slice(i).map((b) => groupName(a, b, kinds)));
}

function turned(orientation: Quaternion, spin: Vector3, time: number): Quaternion {
  const rate = length(spin);
  return rate === 0 ? orientation : multiply(fromAxisAngle(spin, rate * time), orientation);
}

function placedBodies(simulation: Simulation, shapes: readonly ShapeOfKind[]): Placed[] {
  const { count, shape, position, orientation, velocity, angularVelocity } = simulation.bodies();
  const vector = (values: Float64Array, k: number): Vector3 => ({
    x: values[3 * k],
    y: values[3 * k + 1],
    z: values[3 * k + 2],
  });
  const step = simulation.spec.timeStep;
  return Array.from({ length: count }, (_, k) => {
    const { kind, shape: body } = shapes[shape[k]];
    const [w, x, y, z] = orientation.subarray(4 * k, 4 * k + 4) as unknown as [number, number, number, number];
    const { centroid } = body.massProperties();
    const at = (centre: Vector3, turn: Quaternion) => ({
      position: subtract(centre, rotate(turn, centroid)),
      orientation: turn,
    });
    const centre = vector(position, k);
    const pose = at(centre, { w, x, y, z });
    const back = turned(pose.orientation, vector(angularVelocity, k), -step);
    const before = at(addScaled(centre, vector(velocity, k), -step), back);
    return { kind, shape: body, pose, before, ...boxOf(body, pose) };
  });
}

function boxOf(shape: ConvexShape, { position, orientation }: Placed['pose']): { min: Vector3; max: Vector3 } {
  const inverse = { w: orientation.w, x: -orientation.x, y: -orientation.y, z: -orientation.z };
  const reach = (axis: Vector3): Vector3 => rotate(orientation, shape.support(rotate(inverse, axis)));
  const range = (key: 'x' | 'y' | 'z'): [number, number] => {
    const axis = { x: 0, y: 0, z: 0, [key]: 1 };
    const opposite = { x: 0, y: 0, z: 0, [key]: -1 };
    return [position[key] + reach(opposite)[key], position[key] + reach(axis)[key]];
  };
  const [[x0, x1], [y0, y1], [z0, z1]] = [range('x'), range('y'), range('z')];
  return { min: { x: x0, y: y0, z: z0 }, max: { x: x1, y: y1, z: z1 } };
}

/** Calls `call` for every pair with overlapping boxes, found by a sweep along x. */
function eachPair(bodies: readonly Placed[], call: (a: Placed, b: Placed) => void): void {
  const sorted = [...bodies].sort((p, q) => p.min.x - q.min.x);
  for (const [i, a] of sorted.entries()) {
    for (let j = i + 1; j < sorted.length; j++) {
      const b = sorted[j];
      if (b.min.x > a.max.x) break;
      if (b.min.y <= a.max.y && a.min.y <= b.max.y && b.min.z <= a.max.z && a.min.z <= b.max.z) call(a, b);
    }
  }
}

const none = (): GroupCounts => ({
  separated: 0,
  touching: 0,
  separatedUpdates: 0,
  touchingUpdates: 0,
  epa: 0,
  warmSeparated: 0,
  warmTouching: 0,
  warmEpa: 0,
  disagreeing: 0,
});

/** By group of two kinds; spheres among themselves need no search. */
export function countPairs(
  simulation: Simulation,
  shapes: readonly ShapeOfKind[],
  kinds: readonly Kind[],
): Record<string, GroupCounts> {
  const groups = Object.fromEntries(groupsOf(kinds).map((name) => [name, none()]));
  const cache = new ContactCache();
  eachPair(placedBodies(simulation, shapes), (a, b) => {
    if (a.kind === 'S' && b.kind === 'S') return;
    const counts = groups[groupName(a.kind, b.kind, kinds)];
    const cold = contact(a.shape, a.pose, b.shape, b.pose, { algorithm: 'gjk-boolean' });
    cache.clear();
    contact(a.shape, a.before, b.shape, b.before, { cache });
    const warm = contact(a.shape, a.pose, b.shape, b.pose, { cache });
    if (warm.distance > 0) {
      counts.separated++;
      counts.separatedUpdates += cold.gjkIterations;
      counts.warmSeparated += warm.gjkIterations;
    } else {
      counts.touching++;
      counts.touchingUpdates += cold.gjkIterations;
      counts.epa += cold.epaIterations;
      counts.warmTouching += warm.gjkIterations;
      counts.warmEpa += warm.epaIterations;
    }
    const size = a.max.x - a.min.x;
    const isClear = Math.abs(warm.distance) > TOUCH * size;
    if (isClear && cold.distance > 0 !== warm.distance > 0) counts.disagreeing++;
  });
  return groups;
}
