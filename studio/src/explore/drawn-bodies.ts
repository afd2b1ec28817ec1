// SPDX-License-Identifier: MIT
/** Drawing data of the two bodies of a pair: surfaces in their own frames, poses, and features along a normal. */
import type { FacetMesh, PlanarShape, Shape, Vector3 } from '../../../src/contact.ts';
import type { PairOfBodies } from '../../../src/pairs.ts';
import { FINE_DETAIL } from '../drawing/shape-geometry.ts';
import { shapeSurface } from '../drawing/shape-surface.ts';
import type { Surface } from '../drawing/surface.ts';
import { outlineSurface, planarOutline } from './difference-surface.ts';
import type { PoseJson } from './pair-json.ts';

interface DrawnBody {
  readonly surface: Surface;
  readonly position: Vector3;
  /** w, x, y, z */
  readonly orientation: readonly [number, number, number, number];
}

const NO_TURN = [1, 0, 0, 0] as const;
const AT_ORIGIN = { position: { x: 0, y: 0 }, angle: 0 };

/** A rotation in 2D is one about -y of the drawing, whose z is the y of the plane. */
export function drawnPose(pose: PoseJson): Pick<DrawnBody, 'position' | 'orientation'> {
  const [x = 0, y = 0, z = 0] = pose.position;
  if (pose.angle === undefined) {
    const [w, i, j, k] = (pose.orientation ?? NO_TURN) as [number, number, number, number];
    return { position: { x, y, z }, orientation: [w, i, j, k] };
  }
  const half = pose.angle / 2;
  return { position: { x, y: 0, z: y }, orientation: [Math.cos(half), 0, -Math.sin(half), 0] };
}

/** The pose that a body of the drawing was moved to. */
export function poseFromDrawing(
  { x, y, z }: Vector3,
  [w, i, j, k]: readonly [number, number, number, number],
  isPlanar: boolean,
): PoseJson {
  if (!isPlanar) return { position: [x, y, z].map(tidy), orientation: [w, i, j, k].map(tidy) };
  return { position: [x, z].map(tidy), angle: tidy(2 * Math.atan2(-j, w)) };
}

/** Dragging is not exact: unintended digits would only make the JSON line long. */
function tidy(value: number): number {
  return Number(value.toPrecision(9)) + 0;
}

function surfaceOf(shape: Shape | PlanarShape | FacetMesh, isPlanar: boolean, reach: number): Surface {
  if (isPlanar) return outlineSurface(planarOutline(shape as PlanarShape, AT_ORIGIN));
  return shapeSurface(shape as Shape | FacetMesh, FINE_DETAIL, reach);
}

/** Surfaces of A and B; the disc of a half-space has a radius of one and a half times the other body's size. */
export function bodySurfaces(bodies: PairOfBodies): readonly [Surface, Surface] {
  const isPlanar = bodies.kind === 'planar';
  const shapes =
    bodies.kind === 'mesh'
      ? bodies.isMeshA
        ? [bodies.mesh.mesh, bodies.body.shape]
        : [bodies.body.shape, bodies.mesh.mesh]
      : [bodies.a.shape, bodies.b.shape];
  const reach = 1.5 * Math.max(...shapes.map(sizeOf));
  const [a, b] = shapes.map((shape) => surfaceOf(shape, isPlanar, reach));
  return [a, b];
}

function sizeOf(shape: Shape | PlanarShape | FacetMesh): number {
  if (!('kind' in shape)) return shape.extent;
  if (shape.kind === 'halfSpace') return 0;
  const { min, max }: { readonly min: Partial<Vector3>; readonly max: Partial<Vector3> } = shape.boundingBox();
  const side = (axis: 'x' | 'y' | 'z'): number => (max[axis] ?? 0) - (min[axis] ?? 0);
  return Math.hypot(side('x'), side('y'), side('z'));
}

/** Vertices this close to the farthest, as a part of the body, belong to the feature. */
const FEATURE_TOLERANCE = 1e-6;

/**
 * The vertex, edge or face of a polyhedron that is farthest along a direction, in order around it; nothing for curved
 * bodies.
 */
export function featureAlong(vertices: readonly Vector3[], direction: Vector3): readonly Vector3[] {
  const heights = vertices.map(({ x, y, z }) => x * direction.x + y * direction.y + z * direction.z);
  const [top, bottom] = [Math.max(...heights), Math.min(...heights)];
  const corners = vertices.filter((_, i) => heights[i] >= top - FEATURE_TOLERANCE * (top - bottom));
  if (corners.length < 3) return corners;
  const centre = {
    x: corners.reduce((sum, { x }) => sum + x, 0) / corners.length,
    y: corners.reduce((sum, { y }) => sum + y, 0) / corners.length,
    z: corners.reduce((sum, { z }) => sum + z, 0) / corners.length,
  };
  const first = corners[0];
  const u = { x: first.x - centre.x, y: first.y - centre.y, z: first.z - centre.z };
  const v = {
    x: direction.y * u.z - direction.z * u.y,
    y: direction.z * u.x - direction.x * u.z,
    z: direction.x * u.y - direction.y * u.x,
  };
  const angle = ({ x, y, z }: Vector3): number => {
    const [dx, dy, dz] = [x - centre.x, y - centre.y, z - centre.z];
    return Math.atan2(dx * v.x + dy * v.y + dz * v.z, dx * u.x + dy * u.y + dz * u.z);
  };
  return [...corners].sort((p, q) => angle(p) - angle(q));
}

/** Vertices of a polyhedral body in its own frame, as in the drawing; none if the body is curved. */
export function ownVertices(shape: Shape | PlanarShape): readonly Vector3[] {
  switch (shape.kind) {
    case 'polyhedron':
      return shape.vertices;
    case 'box': {
      const { x, y, z } = shape.halfExtents;
      return [-x, x].flatMap((i) => [-y, y].flatMap((j) => [-z, z].map((k) => ({ x: i, y: j, z: k }))));
    }
    case 'polygon':
      return shape.vertices.map(({ x, y }) => ({ x, y: 0, z: y }));
    default:
      return [];
  }
}
