// SPDX-License-Identifier: MIT
/** Interface of shapes, and the union of all shapes. Shapes are immutable; lengths are in metres, in the own frame. */
import { InvalidShapeError } from '../errors.ts';
import type { Vector3 } from '../math/vector.ts';
import type { BoundingBall } from './bounding-ball.ts';
import type { KernelCore } from './kernel-memory/kernel-core.ts';
import type { Box } from './kinds/box.ts';
import type { Capsule } from './kinds/capsule.ts';
import type { Compound } from './kinds/compound.ts';
import type { Cone } from './kinds/cone.ts';
import type { ConvexPolyhedron } from './kinds/convex-polyhedron.ts';
import type { Cylinder } from './kinds/cylinder.ts';
import type { Ellipsoid } from './kinds/ellipsoid.ts';
import type { Facet } from './kinds/facet.ts';
import type { HalfSpace } from './kinds/half-space.ts';
import type { Point } from './kinds/point.ts';
import type { Rounded } from './kinds/rounded.ts';
import type { Segment } from './kinds/segment.ts';
import type { Sphere } from './kinds/sphere.ts';
import type { Superquadric } from './kinds/superquadric.ts';
import type { Tablet } from './kinds/tablet.ts';
import type { MassProperties } from './mass/mass-properties.ts';
import { describeValue } from './parameters.ts';
import type { PolyhedralTopology } from './polyhedral-topology.ts';
import type { Profile } from './profile.ts';
import type { SurfaceMesh } from './surface-mesh.ts';

/** A convex and bounded shape: what a support function describes and what compounds and rounding take. */
export type ConvexShape =
  | Sphere
  | Box
  | Capsule
  | Cylinder
  | Tablet
  | Cone
  | Ellipsoid
  | Superquadric
  | ConvexPolyhedron
  | Rounded
  | Point
  | Segment
  | Facet;

/** Any shape that queries accept. */
export type Shape = ConvexShape | HalfSpace | Compound;

/**
 * Name of a kind of shape.
 *
 * @example
 * ```ts no-run
 * import { type Shape, type ShapeKind, sphere } from 'scree/contact';
 *
 * const ball: Shape = sphere({ radius: 1 });
 * const kind: ShapeKind = ball.kind;
 * ```
 */
export type ShapeKind = Shape['kind'];

/** Smallest box along the axes around a shape. */
export interface BoundingBox {
  readonly min: Vector3;
  readonly max: Vector3;
}

/** A shape as JSON with one key, its kind: `{"box": {"halfExtents": [1, 2, 3]}}`. */
export type ShapeJson = Readonly<Record<string, unknown>>;

/** What every shape class implements. */
export interface ShapeQueries {
  readonly kind: ShapeKind;
  /** Smallest box along the own axes; infinite for half-spaces. */
  boundingBox(): BoundingBox;
  /**
   * At unit density: volume, centroid, inertia about the centroid along the own axes.
   *
   * @throws InvalidShapeError for half-spaces, whose volume is infinite.
   */
  massProperties(): MassProperties;
  /**
   * A point of the shape farthest along `direction`, of any length but zero.
   *
   * @throws RangeError for a direction that is zero or not finite.
   */
  support(direction: Vector3): Vector3;
  /** The JSON form that `shapeFromJson` reads back to an equal shape. */
  toJson(): ShapeJson;
  /** The numbers for the kernel. Compounds throw; query their pieces. @internal */
  kernelCore(): KernelCore;
}

/** Further methods of convex shapes. A new shape is a class with these, and a line in `shape-registry.ts`. */
export interface ConvexShapeQueries extends ShapeQueries {
  readonly kind: ConvexShape['kind'];
  /** A ball around the shape, in its own frame; its radius is rounded up. */
  boundingBall(): BoundingBall;
  /**
   * All lengths times a factor, about the own origin.
   *
   * @throws InvalidShapeError for a factor that makes a length that is not finite and > 0.
   */
  scaled(factor: number): ConvexShape;
  /** Of all points within `radius` of the shape, at unit density. */
  roundedMassProperties(radius: number): MassProperties;
  /** The surface as a closed mesh; `segments`, even and at least 4, is the number of corners around curved parts. */
  surface(segments: number): SurfaceMesh;
  /** The shape without the ball that sweeps it; omitted if there is none. */
  sweptCore?(): SweptCore;
  /** Vertices, edges and faces of a polyhedral shape. */
  topology?(): PolyhedralTopology;
  /** The outline of a body of revolution about z. Its flat and straight parts are its faces and edges. */
  profile?(): Profile;
  /**
   * Form for the simulation on the GPU; omitted, or a sentence with the reason, if the GPU does not support the shape.
   */
  gpuForm?(): GpuForm | string;
}

/** A shape as a core with a margin: all points within `margin` of the core are the shape. */
export interface SweptCore {
  readonly core: ConvexShape;
  readonly margin: number;
}

/** A core, and the radius of the ball that sweeps it; 0 if that is omitted. */
export type GpuForm = GpuCore & { readonly margin?: number };

type GpuCore =
  | { readonly polyhedron: PolyhedralTopology }
  | {
      readonly superquadric: {
        readonly semiAxes: Vector3;
        readonly n1: number;
        readonly n2: number;
        /** Radius of a ball about the centre inside the shape. */
        readonly inradius: number;
      };
    }
  | { readonly frustum: GpuFrustum }
  | { readonly tablet: GpuTablet };

/** The hull of two discs across the z axis, at these heights; their radii may be 0. */
export interface GpuFrustum {
  readonly lower: number;
  readonly upper: number;
  readonly from: number;
  readonly to: number;
}

/** A band of this radius and half height, with caps whose centres are `sunk` below the planes of their rims. */
export interface GpuTablet {
  readonly radius: number;
  readonly half: number;
  readonly capRadius: number;
  readonly sunk: number;
}

/** A shape without the ball that sweeps it: the point of a sphere, the inner shape of a rounded shape. */
export function sweptCoreOf(shape: ConvexShape): SweptCore {
  return (shape as ConvexShapeQueries).sweptCore?.() ?? { core: shape, margin: 0 };
}

/**
 * Mark on the prototype of every shape class. A registered symbol, so that shapes of another copy of this module count
 * too.
 */
const SHAPE = Symbol.for('scree.shape');

const kinds = new Set<string>();

/** Marks the instances of a class as shapes for queries. */
export function markShapes(shapes: { readonly prototype: object }, kind: ShapeKind): void {
  Object.defineProperty(shapes.prototype, SHAPE, { value: true });
  kinds.add(kind);
}

/** Throws an InvalidShapeError unless a constructor of Scree made the value; other objects are unchecked. */
export function requireShape(value: unknown, path: string): Shape {
  if ((value as { readonly [SHAPE]?: unknown } | null | undefined)?.[SHAPE] === true) return value as Shape;
  const message = `${path}: expected a shape made by sphere(), box(), ..., got ${describeValue(value)}${hintFor(value)}`;
  throw new InvalidShapeError('not-a-shape', message, { path });
}

/** Suggestion for a value that is not a shape. */
function hintFor(value: unknown): string {
  if (typeof value !== 'object' || value === null) return '';
  if ('areaProperties' in value) return '; use planarContact() for planar shapes';
  if ('facetOffsets' in value) return '; use meshContacts() for a mesh';
  return [...kinds].some((kind) => kind in value) ? '; use shapeFromJson() for a JSON form' : '';
}
