// SPDX-License-Identifier: MIT
/**
 * The simulation in which a region is filled: the scene's walls and bodies at the start, enlarged by a factor about the
 * centre of the region, and the new bodies at their final sizes. As the factor falls to 1 the bodies grow relative to
 * the world, with constant masses. Contacts are linear springs without friction; walls and present bodies are fixed.
 */
import type { MixedBody } from '../../bodies/filling/drawn-mix.ts';
import type { FillRegion } from '../../bodies/filling/fill-region.ts';
import { enlarged } from '../../bodies/filling/first-places.ts';
import type { Surroundings } from '../../bodies/insertion/free-space.ts';
import type { InsertedBody } from '../../bodies/insertion/inserter.ts';
import type { InsertionSpec } from '../../bodies/insertion/insertion-spec.ts';
import { cubeRoot, log, power } from '../../math/elementary.ts';
import { type Quaternion, rotate } from '../../math/quaternion.ts';
import { add, addScaled, dot, scale as scaled, subtract, type Vector3, vector3 } from '../../math/vector.ts';
import { canonicalFacets } from '../../meshes/canonical-facets.ts';
import { type FacetMesh, facetMesh } from '../../meshes/facet-mesh.ts';
import { bodyForm } from '../bodies/body-form.ts';
import { bounds, type InsertedShape, insertedShape } from '../population/insertions.ts';
import { clearOfMeshes } from '../population/mesh-obstacles.ts';
import type {
  BodyShapeSpec,
  BodySpec,
  DomainSpec,
  HalfSpaceSpec,
  MeshSpec,
  SimulationSpec,
} from '../simulation-spec.ts';
import { meshPoseAt } from '../walls/meshes.ts';
import { wallPlane } from '../walls/wall-plane.ts';

/** Decay of velocities, relative to the frequency of a contact: damps soft modes; a larger value slows them down. */
const VISCOUS = 0.03;
const RESTITUTION = 0.5;
/** Bodies of a class of sizes, a factor of the root of 2 each, share a density. */
const CLASSES_PER_DOUBLING = 2;
/** How far a side of the domain that is not periodic may be left by centres while bodies move. */
const BEYOND = 10;

/** A body of the scene. */
export interface Obstacle {
  readonly shape: string;
  readonly scale: number;
  /** Of the shape's own frame. */
  readonly position: Vector3;
  readonly orientation: Quaternion;
}

export class FillingWorld {
  readonly centre: Vector3;
  readonly #spec: SimulationSpec;
  readonly #region: FillRegion;
  readonly #insertion: InsertionSpec;
  readonly #shapes: readonly InsertedShape[];
  readonly #obstacles: readonly Obstacle[];
  readonly #densities: readonly number[];
  /** Class of each body of the mix. */
  readonly #classes: readonly number[];
  readonly #planes: readonly { readonly normal: Vector3; readonly offset: number }[];
  readonly #meshes: readonly MeshSpec[];
  readonly #known = new Map<string, InsertedShape>();

  constructor(
    spec: SimulationSpec,
    insertion: InsertionSpec,
    shapes: readonly InsertedShape[],
    region: FillRegion,
    mix: readonly MixedBody[],
    obstacles: readonly Obstacle[],
  ) {
    this.#spec = spec;
    this.#insertion = insertion;
    this.#shapes = shapes;
    this.#region = region;
    this.#obstacles = obstacles;
    this.centre = scaled(
      { x: region.min.x + region.max.x, y: region.min.y + region.max.y, z: region.min.z + region.max.z },
      0.5,
    );
    const widths = mix.map(({ volume }) => cubeRoot(volume));
    const least = widths.reduce((smallest, width) => Math.min(smallest, width), Infinity);
    this.#classes = widths.map((width) => Math.round((CLASSES_PER_DOUBLING * log(width / least)) / log(2)));
    const classes = 1 + this.#classes.reduce((most, each) => Math.max(most, each), 0);
    // Masses and numbers of contacts grow with the square of the size: all bodies relax in about the same time.
    this.#densities = Array.from(
      { length: classes },
      (_, c) => power(2, -c / CLASSES_PER_DOUBLING) / (least * least * least),
    );
    const walls = (spec.halfSpaces ?? []).map((wall) => wallPlane(wall, 0));
    this.#planes = [...walls, ...region.planes, ...domainPlanes(spec.domain, region)];
    const surfaces = region.surfaces.map((surface, k) => {
      return { name: `surface-${k}`, mesh: facetMesh(surface), material: 'class-0' };
    });
    this.#meshes = [
      ...(spec.meshes ?? []).map((mesh, k) => {
        const sorted = facetMesh(canonicalFacets(mesh.mesh));
        return { name: `mesh-${k}`, mesh: sorted, material: 'class-0', ...meshPoseAt(mesh, 0) };
      }),
      ...surfaces,
    ];
  }

  /** Where first positions must not be. */
  surroundings(factor: number): Surroundings {
    const { domain } = this.#spec;
    const { periods, ...rest } = bounds(domain);
    const low = enlarged(periods.min, this.centre, factor);
    return {
      ...rest,
      min: cornerOf(rest.min, this.centre, factor),
      max: cornerOf(rest.max, this.centre, factor),
      periods: { min: low, period: scaled(periods.period, factor) },
      walls: this.#halfSpaces(factor).map(({ normal, offset }) => ({ normal: vector3(normal), offset })),
      isClear: clearOfMeshes({ meshes: this.#meshesAt(factor), ...(domain && { domain: this.#domain(factor) }) }, 0),
      forEachBall: (visit) => {
        for (const { shape, scale, position, orientation } of this.#obstacles) {
          const { balls, centroid } = this.#shapeOf(shape);
          const origin = enlarged(position, this.centre, factor);
          for (const { centre, radius } of balls) {
            const size = factor * scale;
            visit(addScaled(origin, rotate(orientation, add(centroid, centre)), size), size * radius);
          }
        }
      },
    };
  }

  /** The world at a factor; the new bodies are the first ones, in the order of the mix. */
  at(factor: number, bodies: readonly InsertedBody[], timeStep: number): SimulationSpec {
    const { domain, shapes = [] } = this.#spec;
    const growing = bodies.map(({ kind, scale, position, orientation }, k): BodySpec => {
      const centroid = scaled(this.#shapes[kind].centroid, scale);
      return {
        shape: this.#insertion.shapes[kind].shape,
        material: `class-${this.#classes[k]}`,
        scale,
        position: subtract(position, rotate(orientation, centroid)),
        orientation,
      };
    });
    const present = this.#obstacles.map(({ shape, scale, position, orientation }): BodySpec => {
      const at = enlarged(position, this.centre, factor);
      return { shape, material: 'class-0', scale: factor * scale, position: at, orientation, fixed: true };
    });
    return {
      timeStep,
      gravity: [0, 0, 0],
      law: { normal: 'linear', tangential: 'none' },
      materials: this.#densities.map((density, c) => {
        return { name: `class-${c}`, density, stiffness: 1, restitution: RESTITUTION, friction: 0 };
      }),
      shapes,
      bodies: [...growing, ...present],
      halfSpaces: this.#halfSpaces(factor),
      meshes: this.#meshesAt(factor),
      ...(domain && { domain: this.#domain(factor) }),
      damping: { viscous: VISCOUS },
      limits: { overlapRatio: Number.MAX_VALUE },
      threads: 1,
    };
  }

  #shapeOf(name: string): InsertedShape {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const found = this.#spec.shapes?.find((shape) => shape.name === name) as BodyShapeSpec;
    const made = insertedShape(found, bodyForm(found), 0);
    this.#known.set(name, made);
    return made;
  }

  #halfSpaces(factor: number): HalfSpaceSpec[] {
    return this.#planes.map(({ normal, offset }, k) => {
      const middle = dot(normal, this.centre);
      return { name: `plane-${k}`, normal, offset: middle + factor * (offset - middle), material: 'class-0' };
    });
  }

  #meshesAt(factor: number): MeshSpec[] {
    return this.#meshes.map(({ name, mesh, material, position, orientation }) => ({
      name,
      material,
      mesh: enlargedMesh(mesh, factor),
      position: enlarged(vector3(position ?? [0, 0, 0]), this.centre, factor),
      ...(orientation && { orientation }),
    }));
  }

  /** Periodic sides scale with the world; bodies never reach the others, which are beyond walls. */
  #domain(factor: number): DomainSpec {
    const { min, max, periodic = [false, false, false] } = this.#spec.domain as DomainSpec;
    const low = enlarged(vector3(min), this.centre, factor);
    const high = enlarged(vector3(max), this.centre, factor);
    const region = [this.#region.min, this.#region.max].map((corner) => enlarged(corner, this.centre, factor));
    const far = (axis: 'x' | 'y' | 'z'): number => BEYOND * (region[1][axis] - region[0][axis]);
    const side = (k: number, axis: 'x' | 'y' | 'z', isLow: boolean): number => {
      if (periodic[k]) return (isLow ? low : high)[axis];
      return isLow ? region[0][axis] - far(axis) : region[1][axis] + far(axis);
    };
    return {
      min: [side(0, 'x', true), side(1, 'y', true), side(2, 'z', true)],
      max: [side(0, 'x', false), side(1, 'y', false), side(2, 'z', false)],
      periodic,
    };
  }
}

/** Sides of the domain that cut the region, as walls. */
function domainPlanes(domain: DomainSpec | undefined, region: FillRegion): FillRegion['planes'] {
  if (domain === undefined) return [];
  const { periodic = [false, false, false] } = domain;
  const [min, max] = [vector3(domain.min), vector3(domain.max)];
  return (['x', 'y', 'z'] as const).flatMap((axis, k) => {
    if (periodic[k]) return [];
    const normal = { x: k === 0 ? 1 : 0, y: k === 1 ? 1 : 0, z: k === 2 ? 1 : 0 };
    return [
      ...(min[axis] > region.min[axis] ? [{ normal, offset: min[axis] }] : []),
      ...(max[axis] < region.max[axis] ? [{ normal: scaled(normal, -1), offset: -max[axis] }] : []),
    ];
  });
}

/** The same facets; normals and adjacency do not change with the size. */
function enlargedMesh(mesh: FacetMesh, factor: number): FacetMesh {
  return { ...mesh, vertices: mesh.vertices.map((value) => factor * value), extent: factor * mesh.extent };
}

/** A bound that may be infinite. */
function cornerOf(corner: Vector3, centre: Vector3, factor: number): Vector3 {
  const at = (value: number, middle: number): number =>
    Math.abs(value) < Infinity ? middle + factor * (value - middle) : value;
  return { x: at(corner.x, centre.x), y: at(corner.y, centre.y), z: at(corner.z, centre.z) };
}
