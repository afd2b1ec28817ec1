// SPDX-License-Identifier: MIT
/**
 * Polyhedra for the common volume of bodies with flat or straight sides, and rods for their round parts. A cylinder or
 * cone becomes a polyhedron with its corners on the surface, densest along one line; that line is turned towards the
 * contact, so the polyhedron rolls as the round body does. A rounded polyhedron is the hull of its flat faces plus a
 * capsule along each edge of its core, which is exact. docs/decisions/0027.
 */

import { atan2, cos, sin } from '../math/circular.ts';
import { power } from '../math/elementary.ts';
import { length2 } from '../math/planar-vector.ts';
import { compose, type Pose } from '../math/pose.ts';
import { fromAxes, inverseRotate } from '../math/quaternion.ts';
import {
  add,
  addScaled,
  cross,
  length,
  normalise,
  perpendicular,
  scale,
  subtract,
  type Vector3,
} from '../math/vector.ts';
import type { box } from '../shapes/kinds/box.ts';
import { type Capsule, capsule } from '../shapes/kinds/capsule.ts';
import { type ConvexPolyhedron, polyhedron } from '../shapes/kinds/convex-polyhedron.ts';
import type { HalfSpace } from '../shapes/kinds/half-space.ts';
import type { Rounded } from '../shapes/kinds/rounded.ts';
import type { Superquadric } from '../shapes/kinds/superquadric.ts';
import { isDisc, type Profile, type ProfilePiece, type ProfilePoint } from '../shapes/profile.ts';
import type { ConvexShape, ConvexShapeQueries } from '../shapes/shape.ts';

/** A capsule along an edge, in the frame of the body. */
interface ContactRod {
  readonly capsule: Capsule;
  readonly local: Pose;
}

export interface ContactSolid {
  readonly polyhedron: ReturnType<typeof box> | ConvexPolyhedron | HalfSpace;
  /** Body of revolution about z: the polyhedron is turned so that its x axis points to the contact. */
  readonly isTurned: boolean;
  readonly rods: readonly ContactRod[];
}

/** Corners of a body of revolution, from one pole to the other. */
type Corners = readonly ProfilePoint[];

/**
 * Corners per quarter turn, densest at the line of contact: an overlap of a thousandth of the radius is 0.09 wide and
 * has seven of them. At the far ends of the quarter they miss the circle by 1.2 % of its radius.
 */
const QUARTER = 12;
const SPACING_EXPONENT = 2.5;
/** Corners of a rounded rim over a right angle; they miss the arc by 0.5 % of its radius. */
const RIM_PARTS = 8;

/**
 * Superquadrics with exponents in this range have one contact point; others become polyhedra that deviate by up to
 * MESH_ERROR of their semi-axes.
 */
const SOFTEST_EXPONENT = 1.5;
const BLOCKIEST_EXPONENT = 2.2;
const MESH_ERROR = 2e-3;
const DEEPEST_PARTING = 8;

const known = new WeakMap<ConvexShape | HalfSpace, ContactSolid | undefined>();

/** The solid of a shape; undefined for shapes that are round everywhere or have no volume. */
export function contactSolid(shape: ConvexShape | HalfSpace): ContactSolid | undefined {
  if (!known.has(shape)) known.set(shape, solidOf(shape));
  return known.get(shape);
}

/** A pose of a solid's polyhedron, and its weight in the common volume. */
interface SolidPose {
  readonly pose: Pose;
  readonly share: number;
}

/**
 * Sines of the angle between axis and normal: below the first the polyhedron is not turned, above the second it is;
 * between them both poses are blended.
 */
const UPRIGHT = 0.01;
const TILTED = 0.03;

/**
 * Poses of a solid's polyhedron: at the pose of its body, turned about the axis towards `normal` where allowed. If the
 * axis is along the normal, no direction is defined and a jump would change the force; so the polyhedron keeps its pose
 * there, and in between the two poses are blended smoothly.
 */
export function posesOfSolid({ isTurned }: ContactSolid, at: Pose, normal: Vector3): readonly SolidPose[] {
  if (!isTurned) return [{ pose: at, share: 1 }];
  const inner = inverseRotate(at.orientation, normal);
  const across = length2(inner.x, inner.y);
  const blend = Math.max(0, Math.min(1, (across - UPRIGHT) / (TILTED - UPRIGHT)));
  const share = blend * blend * (3 - 2 * blend);
  if (share === 0) return [{ pose: at, share: 1 }];
  const half = 0.5 * atan2(inner.y, inner.x);
  const turn = { w: cos(half), x: 0, y: 0, z: sin(half) };
  const pose = compose(at, { position: { x: 0, y: 0, z: 0 }, orientation: turn });
  return share === 1
    ? [{ pose, share }]
    : [
        { pose, share },
        { pose: at, share: 1 - share },
      ];
}

function solidOf(shape: ConvexShape | HalfSpace): ContactSolid | undefined {
  switch (shape.kind) {
    case 'halfSpace':
    case 'box':
    case 'polyhedron':
      return { polyhedron: shape, isTurned: false, rods: [] };
    case 'rounded':
      return roundedSolid(shape);
    case 'superquadric':
      return isBlocky(shape) ? superquadricSolid(shape) : undefined;
    default: {
      const profile = straightProfileOf(shape);
      return profile && turned(cornersOfProfile(profile));
    }
  }
}

/** The profile of a body of revolution with flat ends and straight sides; undefined for others. */
function straightProfileOf(shape: ConvexShapeQueries): Profile | undefined {
  const profile = shape.profile?.();
  return profile?.every(({ arc }) => arc === undefined) ? profile : undefined;
}

/** Omits the centres of flat ends, which lie between their rims. */
function cornersOfProfile(profile: Profile): Corners {
  return profile.filter((piece) => !isDisc(piece)).flatMap(({ from, to }, i) => (i === 0 ? [from, to] : [to]));
}

function turned(profile: Corners): ContactSolid {
  const quarter = Array.from({ length: QUARTER }, (_, j) => 0.5 * Math.PI * power(j / QUARTER, SPACING_EXPONENT));
  // Symmetric about both axes, so that the centre of every ring is on the axis.
  const angles = quarter.flatMap((angle, j) => {
    const mirrored = j === 0 ? [0.5 * Math.PI, -0.5 * Math.PI] : [-angle, Math.PI - angle];
    return [angle, angle + Math.PI, ...mirrored];
  });
  const vertices = profile.flatMap(([radius, z]): Vector3[] =>
    radius === 0 ? [{ x: 0, y: 0, z }] : angles.map((angle) => ({ x: radius * cos(angle), y: radius * sin(angle), z })),
  );
  return { polyhedron: polyhedron({ vertices }), isTurned: true, rods: [] };
}

/**
 * With exponents above 2 a superquadric is flat at its axes: the contact point moves with the tilt to the power 1 / (n
 * - 1), infinitely fast at zero tilt. Near 1 it is a double pyramid.
 */
function isBlocky({ n1, n2 }: Superquadric): boolean {
  return [n1, n2].some((n) => n < SOFTEST_EXPONENT || n > BLOCKIEST_EXPONENT);
}

function superquadricSolid({ semiAxes: { x: a, y: b, z: c }, n1, n2 }: Superquadric): ContactSolid {
  const upper = superellipse(n1);
  const meridian = [
    ...upper
      .slice(1)
      .map(([u, v]) => [u, -v] as const)
      .reverse(),
    ...upper,
  ];
  if (n2 === 2 && a === b) return turned(meridian.map(([u, v]) => [a * u, c * v] as const));
  const quarter = superellipse(n2);
  const around = [1, -1].flatMap((i) =>
    [1, -1].flatMap((j) => quarter.map(([u, v]) => [i * a * u, j * b * v] as const)),
  );
  const vertices = meridian.flatMap(([u, v]): Vector3[] =>
    u === 0 ? [{ x: 0, y: 0, z: c * v }] : around.map(([x, y]) => ({ x: u * x, y: u * y, z: c * v })),
  );
  return { polyhedron: polyhedron({ vertices }), isTurned: false, rods: [] };
}

/** Points of u^n + v^n = 1 from (1, 0) to (0, 1), spaced so that the chords deviate by at most MESH_ERROR. */
function superellipse(n: number): Corners {
  const at = (t: number): readonly [number, number] => {
    const [p, q] = [cos(0.5 * Math.PI * t), sin(0.5 * Math.PI * t)];
    return t === 0 ? [1, 0] : t === 1 ? [0, 1] : [power(p, 2 / n), power(q, 2 / n)];
  };
  const parted = (from: number, to: number, depth: number): readonly (readonly [number, number])[] => {
    const [p, q] = [at(from), at(to)];
    const chord = length2(q[0] - p[0], q[1] - p[1]);
    const off = Math.max(
      ...[0.25, 0.5, 0.75].map((share) => {
        const [u, v] = at(from + share * (to - from));
        return Math.abs((u - p[0]) * (q[1] - p[1]) - (v - p[1]) * (q[0] - p[0])) / chord;
      }),
    );
    if (off <= MESH_ERROR || depth === 0) return [p];
    const middle = 0.5 * (from + to);
    return [...parted(from, middle, depth - 1), ...parted(middle, to, depth - 1)];
  };
  return [...parted(0, 0.5, DEEPEST_PARTING), ...parted(0.5, 1, DEEPEST_PARTING), at(1)];
}

function roundedSolid({ shape, radius }: Rounded): ContactSolid | undefined {
  switch (shape.kind) {
    case 'box':
    case 'polyhedron':
      return roundedPolyhedron(shape.kind === 'box' ? cornersOfBox(shape.halfExtents) : shape, radius);
    default: {
      const profile = straightProfileOf(shape);
      return profile && turned(roundedCorners(profile, radius));
    }
  }
}

/** Replaces the corners of the profile by arcs. Angles of outward normals are measured from the axis. */
function roundedCorners(profile: Profile, radius: number): Corners {
  const pieces = profile.filter((piece) => !isDisc(piece));
  const upper = upperHalfOf(pieces);
  // Mirrored rather than computed, so that the body is as symmetric as it is described.
  if (upper !== undefined) {
    const corners = roundedPieces(upper, radius, 0.5 * Math.PI);
    return [...corners.map(([r, z]) => [r, -z] as const), ...corners];
  }
  return roundedPieces(pieces, radius, Math.PI);
}

/** The profile after the straight side, for symmetry about the plane z = 0; for a cylinder, the upper rim. */
function upperHalfOf(pieces: Profile): Profile | undefined {
  const middle = pieces[(pieces.length - 1) / 2];
  if (middle === undefined || middle.from[1] !== -middle.to[1]) return undefined;
  return [{ from: middle.to, to: middle.to }, ...pieces.slice((pieces.length + 1) / 2)];
}

function roundedPieces(pieces: Profile, radius: number, start: number): Corners {
  let angle = start;
  const corners = pieces.flatMap(({ from, to }): Corners => {
    const isPoint = from[0] === to[0] && from[1] === to[1];
    if (isPoint) return [];
    const next = atan2(to[1] - from[1], from[0] - to[0]);
    const corner = arcPoints(from, radius, angle, next, RIM_PARTS);
    angle = next;
    return corner;
  });
  const end = (pieces.at(-1) as ProfilePiece).to;
  return [...corners, ...arcPoints(end, radius, angle, 0, RIM_PARTS)];
}

/** Points of an arc about a corner of a profile; angles are measured from the axis. */
function arcPoints([r, z]: ProfilePoint, radius: number, from: number, to: number, parts: number): Corners {
  return Array.from({ length: parts + 1 }, (_, i) => {
    const angle = from + ((to - from) * i) / parts;
    const across = r + radius * sin(angle);
    return [across < 1e-12 * radius ? 0 : across, z + radius * cos(angle)] as const;
  });
}

function cornersOfBox({ x, y, z }: Vector3): ConvexPolyhedron {
  const corners = [-1, 1].flatMap((i) => [-1, 1].flatMap((j) => [-1, 1].map((k) => [i * x, j * y, k * z] as const)));
  return polyhedron({ vertices: corners });
}

function roundedPolyhedron({ hull }: ConvexPolyhedron, radius: number): ContactSolid {
  const corner = (i: number): Vector3 => ({
    x: hull.vertices[3 * i],
    y: hull.vertices[3 * i + 1],
    z: hull.vertices[3 * i + 2],
  });
  const vertices: Vector3[] = [];
  for (let f = 0; f + 1 < hull.faceOffsets.length; f++) {
    const [x, y, z] = hull.facePlanes.subarray(4 * f, 4 * f + 3) as unknown as [number, number, number];
    for (let k = hull.faceOffsets[f]; k < hull.faceOffsets[f + 1]; k++) {
      vertices.push(addScaled(corner(hull.faceVertices[k]), { x, y, z }, radius));
    }
  }
  const rods: ContactRod[] = [];
  for (let e = 0; e < hull.edges.length; e += 4) {
    const from = corner(hull.edges[e]);
    const to = corner(hull.edges[e + 1]);
    const along = subtract(to, from);
    const axis = normalise(along);
    const side = perpendicular(axis);
    rods.push({
      capsule: capsule({ radius, halfLength: 0.5 * length(along) }),
      local: { position: scale(add(from, to), 0.5), orientation: fromAxes(side, cross(axis, side), axis) },
    });
  }
  return { polyhedron: polyhedron({ vertices }), isTurned: false, rods };
}
