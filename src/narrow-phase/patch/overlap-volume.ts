// SPDX-License-Identifier: MIT
/**
 * The volume that two bodies share, and how it changes as B moves: the energy of a contact after Feng, Han and Owen (2012) and
 * its force. The smaller body is cut by the half-spaces of the other, one after the other; the volume of what is left
 * follows by the divergence theorem, and the gradient is the integral of B's outward normal over B's part of its boundary.
 */
import { UnsupportedPairError } from '../../errors.ts';
import { type Pose, type PoseLike, pose } from '../../math/pose.ts';
import { type Quaternion, rotate } from '../../math/quaternion.ts';
import { add, addScaled, cross, dot, length, scale, subtract, type Vector3, ZERO_VECTOR } from '../../math/vector.ts';
import { boxTopology, type PolyhedralTopology } from '../../shapes/polyhedral-topology.ts';
import type { Shape } from '../../shapes/shape.ts';
import type { SolidPolyhedron } from '../minkowski/polyhedral-minkowski.ts';
import { type ClippedPolyhedron, clipPolyhedron } from './clip-polyhedron.ts';
import { halfChord } from './disc-overlap.ts';

export interface OverlapVolume {
  readonly volume: number;
  /** Derivative of the volume by the position of B; by that of A it is the opposite. */
  readonly gradient: Vector3;
}

interface PlacedSolid {
  readonly corners: readonly Vector3[];
  readonly loops: readonly (readonly number[])[];
  readonly normals: readonly Vector3[];
}

const NONE: OverlapVolume = Object.freeze({ volume: 0, gradient: ZERO_VECTOR });

/** Corners this many roundings of the coordinates off a plane lie in it. */
const IN_PLANE_IN_ROUNDINGS = 32;

/** Whether `overlapVolume` knows the pair: polyhedra and boxes, or two spheres. */
export function hasOverlapVolume(a: Shape, b: Shape): boolean {
  return (isSolid(a) && isSolid(b)) || (a.kind === 'sphere' && b.kind === 'sphere');
}

/**
 * The volume common to `a` at `poseA` and `b` at `poseB` with its gradient; 0 for bodies apart. Polyhedra and boxes, and two
 * spheres; throws an UnsupportedPairError for others. Where faces coincide the volume has a kink, and the gradient is
 * between both sides'.
 */
export function overlapVolume(a: Shape, poseA: PoseLike, b: Shape, poseB: PoseLike): OverlapVolume {
  const placedA = pose(poseA);
  const placedB = pose(poseB);
  const t = subtract(placedB.position, placedA.position);
  if (isSolid(a) && isSolid(b)) {
    // The smaller one is cut: within rounding of the larger one's coordinates, a thin one's own planes are all the same.
    if (compareSolids(a, placedA, b, placedB) <= 0) {
      return solidOverlap(placedSolid(a, placedA.orientation, ZERO_VECTOR), placedSolid(b, placedB.orientation, t));
    }
    const back = scale(t, -1);
    const { volume, gradient } = solidOverlap(
      placedSolid(b, placedB.orientation, ZERO_VECTOR),
      placedSolid(a, placedA.orientation, back),
    );
    return { volume, gradient: subtract(ZERO_VECTOR, gradient) };
  }
  if (a.kind === 'sphere' && b.kind === 'sphere') return lensVolume(a.radius, b.radius, t);
  throw new UnsupportedPairError(
    'unsupported-pair',
    `overlapVolume: ${a.kind} against ${b.kind} is not supported; polyhedra and boxes are, and two spheres`,
  );
}

function isSolid(shape: Shape): shape is SolidPolyhedron {
  return shape.kind === 'polyhedron' || shape.kind === 'box';
}

function topologyOf(shape: SolidPolyhedron): PolyhedralTopology {
  return shape.kind === 'box' ? boxTopology(shape.halfExtents) : shape.hull;
}

/** By volume, then by whatever tells them apart: an order that depends on the bodies alone. */
function compareSolids(a: SolidPolyhedron, poseA: Pose, b: SolidPolyhedron, poseB: Pose): number {
  const numbers = (shape: SolidPolyhedron, { position: p, orientation: o }: Pose): number[] => {
    const { vertices } = topologyOf(shape);
    return [shape.massProperties().volume, p.x, p.y, p.z, o.w, o.x, o.y, o.z, vertices.length, ...vertices];
  };
  const first = numbers(a, poseA);
  const second = numbers(b, poseB);
  const at = first.findIndex((value, i) => value !== second[i]);
  return at < 0 ? 0 : (first[at] as number) - (second[at] as number);
}

function placedSolid(shape: SolidPolyhedron, orientation: Quaternion, t: Vector3): PlacedSolid {
  const { vertices, faceOffsets, faceVertices, facePlanes } = topologyOf(shape);
  const turned = (flat: Float64Array, at: number): Vector3 =>
    rotate(orientation, { x: flat[at] as number, y: flat[at + 1] as number, z: flat[at + 2] as number });
  const faceCount = faceOffsets.length - 1;
  return {
    corners: Array.from({ length: vertices.length / 3 }, (_, v) => add(turned(vertices, 3 * v), t)),
    loops: Array.from({ length: faceCount }, (_, f) => [
      ...faceVertices.subarray(faceOffsets[f] as number, faceOffsets[f + 1] as number),
    ]),
    normals: Array.from({ length: faceCount }, (_, f) => turned(facePlanes, 4 * f)),
  };
}

/** Twice the vector area of a loop, seen from one of its corners. */
function doubledArea(corners: readonly Vector3[], loop: readonly number[]): Vector3 {
  const first = corners[loop[0] as number] as Vector3;
  let sum: Vector3 = ZERO_VECTOR;
  for (let i = 1; i + 1 < loop.length; i++) {
    const p = subtract(corners[loop[i] as number] as Vector3, first);
    const q = subtract(corners[loop[i + 1] as number] as Vector3, first);
    sum = add(sum, cross(p, q));
  }
  return sum;
}

function solidOverlap(a: PlacedSolid, b: PlacedSolid): OverlapVolume {
  const largest = [...a.corners, ...b.corners].reduce((most, p) => Math.max(most, length(p)), 0);
  const tolerance = IN_PLANE_IN_ROUNDINGS * 2 ** -52 * largest;
  let common: ClippedPolyhedron = { corners: a.corners, faces: a.loops.map((loop) => ({ loop, isB: false })) };
  b.normals.forEach((normal, f) => {
    const through = b.corners[(b.loops[f] as readonly number[])[0] as number] as Vector3;
    common = clipPolyhedron(common, { normal, through }, tolerance);
  });
  const { corners, faces } = common;
  const [anyFace] = faces;
  if (anyFace === undefined) return NONE;
  const origin = corners[anyFace.loop[0] as number] as Vector3;
  let sixVolumes = 0;
  let gradient: Vector3 = ZERO_VECTOR;
  for (const { loop, isB } of faces) {
    const doubled = doubledArea(corners, loop);
    sixVolumes += dot(doubled, subtract(corners[loop[0] as number] as Vector3, origin));
    if (isB) gradient = addScaled(gradient, doubled, 0.5);
  }
  return { volume: Math.max(0, sixVolumes / 6), gradient };
}

/** Two balls, radii r (A) and R (B), the centre of B at t from that of A. */
function lensVolume(r: number, R: number, t: Vector3): OverlapVolume {
  const d = length(t);
  if (!(d < r + R)) return NONE;
  const smaller = Math.min(r, R);
  if (d <= Math.abs(r - R)) return { volume: (4 / 3) * Math.PI * smaller * smaller * smaller, gradient: ZERO_VECTOR };
  const depth = r + R - d;
  const difference = r - R;
  const volume = ((Math.PI * depth * depth) / 12) * (d + 2 * (r + R) - 3 * difference * (difference / d));
  const h = halfChord(r, R, d);
  const area = Math.PI * h * h;
  return { volume, gradient: { x: -area * (t.x / d), y: -area * (t.y / d), z: -area * (t.z / d) } };
}
