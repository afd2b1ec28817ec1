// SPDX-License-Identifier: MIT
/**
 * The spec of a simulation in SI units: materials, law, bodies, walls, time step. The scene reader makes it from a
 * file, or a program writes it. Names of materials and shapes are references within the spec.
 */
import type { FreeMeshSpec } from '../bodies/free-mesh-spec.ts';
import type { InsertionSpec } from '../bodies/insertion/insertion-spec.ts';
import type { OutletSpec } from '../bodies/outlet.ts';
import type { MotionSpec } from '../bodies/prescribed-motion.ts';
import type { ServoSpec } from '../bodies/servo-spec.ts';
import type { SurfaceMotionSpec } from '../bodies/surface-motion.ts';
import type { BondRule } from '../bonds/bond-rule.ts';
import type { ContactLawSpec, MaterialPairSpec, MaterialSpec } from '../contact-laws/law-spec.ts';
import type { FieldSpec } from '../fields/field-spec.ts';
import type { PoseLike } from '../math/pose.ts';
import type { ClockStart } from '../math/step-clock.ts';
import type { Vector3Like } from '../math/vector.ts';
import type { FacetMesh } from '../meshes/facet-mesh.ts';
import type { Compound } from '../shapes/kinds/compound.ts';
import type { ConvexShape } from '../shapes/shape.ts';
import type { WallShapeSpec } from '../shapes/walls/wall-shape.ts';
import type { FillOptions } from './filling/fill-regions.ts';
import type { RestoreOptions } from './state/state-container.ts';
import type { StepTimer } from './time-loop/step-costs.ts';

export type { FreeMeshSpec, FreeMeshState } from '../bodies/free-mesh-spec.ts';
export type {
  FillSpec,
  InsertedShapeSpec,
  InsertionProgress,
  InsertionRegionSpec,
  InsertionSpec,
  RegionSpec,
  ShareBasis,
  SizeDistribution,
} from '../bodies/insertion/insertion-spec.ts';
export type { OutletProgress, OutletRegionSpec, OutletSpec } from '../bodies/outlet.ts';
export type { MotionSpec } from '../bodies/prescribed-motion.ts';
export type { ServoSpec, ServoState } from '../bodies/servo-spec.ts';
export type { SurfaceMotionSpec } from '../bodies/surface-motion.ts';
export type { BondRule } from '../bonds/bond-rule.ts';
export type {
  ContactLawSpec,
  ContactNumbers,
  MaterialPairSpec,
  MaterialSpec,
  NormalLaw,
} from '../contact-laws/law-spec.ts';

/** A rotation, w first, of any length but zero. */
export type QuaternionLike = NonNullable<PoseLike['orientation']>;

/** Everything that a simulation is made from, in SI units. */
export interface SimulationSpec {
  /** s */
  readonly timeStep: number;
  /**
   * Step and time from which steps of this length count, after a change of the time step; saved states have it. A
   * simulation that begins has none.
   */
  readonly countsFrom?: ClockStart;
  /** m/s2 */
  readonly gravity: Vector3Like;
  /** Of all random choices (insertion); default 1. */
  readonly seed?: number;
  readonly materials: readonly MaterialSpec[];
  /** Numbers that hold between two materials; their order is irrelevant. */
  readonly pairs?: readonly MaterialPairSpec[];
  /** The law of every contact whose pair of materials has none of its own. */
  readonly law: ContactLawSpec;
  readonly shapes?: readonly BodyShapeSpec[];
  /** In the order of their ids, unless they have ids of their own. */
  readonly bodies?: readonly (BodySpec | BodyGroupSpec)[];
  readonly halfSpaces?: readonly HalfSpaceSpec[];
  readonly meshes?: readonly MeshSpec[];
  readonly insertions?: readonly InsertionSpec[];
  readonly outlets?: readonly OutletSpec[];
  readonly bonds?: readonly BondRule[];
  /** Force fields and fluids. */
  readonly fields?: readonly FieldSpec[];
  readonly domain?: DomainSpec;
  readonly damping?: GlobalDampingSpec;
  readonly neighbours?: NeighbourSpec;
  readonly limits?: LimitSpec;
  /**
   * Default 1; `auto`: the fastest number for the bodies on this machine. The results have the same bits for any
   * number.
   */
  readonly threads?: number | 'auto';
  readonly capacity?: CapacitySpec;
}

/**
 * One sphere of a clump, in the frame of the clump; m.
 *
 * @example
 * ```ts no-run
 * import type { ClumpSphereSpec } from 'scree/dem';
 *
 * const pair: ClumpSphereSpec[] = [
 *   { centre: [-0.005, 0, 0], radius: 0.01 },
 *   { centre: [0.005, 0, 0], radius: 0.01 },
 * ];
 * ```
 */
export interface ClumpSphereSpec {
  /** m */
  readonly centre: Vector3Like;
  /** m */
  readonly radius: number;
}

/** A named shape of bodies: sphere, clump, convex shape or compound. */
export type BodyShapeSpec = { readonly name: string } & (
  | { readonly sphere: { readonly radius: number } }
  | { readonly clump: { readonly spheres: readonly ClumpSphereSpec[] } }
  | { readonly convex: ConvexShape }
  | { readonly compound: Compound }
);

/** One body at the start. */
export interface BodySpec {
  readonly name?: string;
  /** A whole number >= 0 that no other body has; default: the next free one. */
  readonly id?: number;
  readonly shape: string;
  readonly material: string;
  /** Factor on the shape's size; default 1. */
  readonly scale?: number;
  /** Of the shape's own frame. */
  readonly position: Vector3Like;
  readonly orientation?: QuaternionLike;
  /** Of the centre of mass, m/s. */
  readonly velocity?: Vector3Like;
  /** In world axes, rad/s. */
  readonly angularVelocity?: Vector3Like;
  /** A fixed body does not move and has no mass to the contacts. */
  readonly fixed?: boolean;
  /** A body with a motion follows it whatever the forces are. */
  readonly motion?: MotionSpec;
}

/** Equal bodies at many positions: the form for millions of bodies. */
export interface BodyGroupSpec extends Omit<BodySpec, 'position' | 'id'> {
  /** Body k is `name[k]`. */
  readonly name?: string;
  /** x, y and z of one body after the other, of the shape's own frame, m. */
  readonly positions: Float64Array;
}

/** An infinite flat wall. */
export interface HalfSpaceSpec {
  readonly name: string;
  /** Out of the wall, into the free space; of any length but zero. */
  readonly normal: Vector3Like;
  /** The free space has normal · x >= offset for the unit normal; m. */
  readonly offset: number;
  readonly material: string;
  readonly motion?: MotionSpec;
  /** A surface that runs while the wall stands still. */
  readonly surface?: SurfaceMotionSpec;
  /** Moves the wall so that it presses with a given force. */
  readonly servo?: ServoSpec;
}

export type { WallOpening, WallShapeSpec, WallSide } from '../shapes/walls/wall-shape.ts';

/** A wall of facets, or an exact shape, at its pose at the start. */
export interface MeshSpec {
  readonly name: string;
  readonly mesh: FacetMesh;
  /** The wall is this shape, exactly, and `mesh` is a picture of it: see `shapeWall`. */
  readonly shape?: WallShapeSpec;
  readonly material: string;
  readonly position?: Vector3Like;
  readonly orientation?: QuaternionLike;
  readonly motion?: MotionSpec;
  /** A surface that runs while the mesh stands still. */
  readonly surface?: SurfaceMotionSpec;
  /** Moves the mesh so that it presses with a given force. */
  readonly servo?: ServoSpec;
  /**
   * The mesh is a rigid body that forces move. It touches bodies alone: other meshes and half-spaces are refused beside
   * it.
   */
  readonly free?: FreeMeshSpec;
  /** Only the side that the facet normals point to is touched. */
  readonly oneSided?: boolean;
}

/** The box in which bodies may be, and the directions in which it repeats; m. */
export interface DomainSpec {
  /** m */
  readonly min: Vector3Like;
  /** m */
  readonly max: Vector3Like;
  /** Directions in which the domain repeats; default none. */
  readonly periodic?: readonly [boolean, boolean, boolean];
  /** What happens to a body whose centre leaves through a side that is not periodic; default `stop`: an error. */
  readonly onEscape?: 'stop' | 'delete';
}

/** Damping of all bodies, besides that of contacts. */
export interface GlobalDampingSpec {
  /** Local non-viscous damping (Cundall): each force component is reduced by this share, 0 to 1, while it does work. */
  readonly global?: number;
  /** Velocities decay at this rate, 1/s. */
  readonly viscous?: number;
}

/** Settings of the neighbour list. */
export interface NeighbourSpec {
  /**
   * Pairs nearer than this are listed; the list is made anew when a body has moved by half of it, or a fast one by
   * more. m; default from the radii.
   */
  readonly skin?: number;
}

/** Limits beyond which a step is an error. */
export interface LimitSpec {
  /** Largest overlap over the smaller radius; beyond it the step is an error. Default 1. */
  readonly overlapRatio?: number;
}

/** Sizes reserved at the start; all of them grow as needed. */
export interface CapacitySpec {
  readonly bodies?: number;
  readonly pairsPerBody?: number;
}

/** How a simulation computes; the results do not depend on it. */
export interface SimulationOptions {
  /**
   * `typescript` runs the same text without WebAssembly, on one thread: slower, same bits. Default `wasm` where it can
   * be had.
   */
  readonly kernel?: 'wasm' | 'typescript';
  /** Measures where the time of the steps goes, on the thread that asks for them. */
  readonly timer?: StepTimer;
  /** Progress and end of the filling of regions, in `Simulation.create`. */
  readonly filling?: FillOptions;
}

/** Options of a restored simulation. */
export interface RestoredOptions extends SimulationOptions, RestoreOptions {}
