// SPDX-License-Identifier: MIT
/**
 * Meshes that move under forces: rigid bodies with the scheme of clumps (central differences, angular momentum in world
 * axes, Cayley's map), integrated by one thread from the summed loads of the blocks.
 */
import type { FreeMeshSpec, FreeMeshState } from '../../bodies/free-mesh-spec.ts';
import { SceneError, SimulationError } from '../../errors.ts';
import { type Pose, pose } from '../../math/pose.ts';
import { inverseRotate, multiply, normaliseQuaternion, type Quaternion, rotate } from '../../math/quaternion.ts';
import { eigenSystem } from '../../math/symmetric-matrix.ts';
import {
  add,
  addScaled,
  cross,
  dot,
  isFiniteVector,
  scale,
  subtract,
  type Vector3,
  vector3,
  ZERO_VECTOR,
} from '../../math/vector.ts';
import { massPropertiesOfPolyhedron } from '../../meshes/polyhedron-mass-properties.ts';
import * as layout from '../../step-kernel/step-layout.ts';
import type { MeshSpec, SimulationSpec } from '../simulation-spec.ts';
import type { StepMemory } from '../time-loop/step-memory.ts';
import { readVector, writeVector } from './half-spaces.ts';
import { meshAddress, meshLoad, travelOfMesh } from './meshes.ts';

/** Velocities are those of the half step before; a mesh that is fresh has them at the present time. */
export interface SavedFreeMesh {
  readonly place: Vector3;
  readonly orientation: Quaternion;
  readonly velocity: Vector3;
  readonly momentum: Vector3;
  readonly isFresh: boolean;
}

interface FreeMesh {
  readonly name: string;
  readonly mesh: number;
  readonly mass: number;
  /** In the mesh's frame. */
  readonly centre: Vector3;
  /** From the principal axes to the mesh's frame, and the moments about them. */
  readonly axes: readonly [Vector3, Vector3, Vector3];
  readonly moments: readonly [number, number, number];
}

export class FreeMeshes {
  readonly #memory: StepMemory;
  readonly #timeStep: number;
  readonly #gravity: Vector3;
  readonly #meshes: readonly FreeMesh[];
  #states: SavedFreeMesh[];
  #before: SavedFreeMesh[];

  constructor({ meshes = [], materials, timeStep, gravity }: SimulationSpec, memory: StepMemory) {
    this.#memory = memory;
    this.#timeStep = timeStep;
    this.#gravity = vector3(gravity);
    const made = meshes.flatMap((spec, k) => {
      if (spec.free === undefined) return [];
      const density = materials.find(({ name }) => name === spec.material)?.density ?? 0;
      const body = { name: spec.name, mesh: k, ...massOf(spec, spec.free, density, `meshes[${k}].free`) };
      return [{ body, state: startOf(spec, spec.free, body) }];
    });
    this.#meshes = made.map(({ body }) => body);
    this.#states = made.map(({ state }) => state);
    this.#before = this.#states;
    this.#place();
  }

  get count(): number {
    return this.#meshes.length;
  }

  /** At the present time; loads must have been probed. */
  get states(): FreeMeshState[] {
    return this.#meshes.map((body, k) => {
      const { velocity, momentum } = this.#present(k);
      const state = this.#states[k];
      return {
        name: body.name,
        mass: body.mass,
        position: state.place,
        velocity,
        angularVelocity: rateOf(body, state.orientation, momentum),
      };
    });
  }

  /** Kinetic, rotational and potential energy at the present time; loads must have been probed. */
  get energy(): { readonly kinetic: number; readonly rotational: number; readonly potential: number } {
    let [kinetic, rotational, potential] = [0, 0, 0];
    this.#meshes.forEach((body, k) => {
      const { velocity, momentum } = this.#present(k);
      const { place, orientation } = this.#states[k];
      kinetic += 0.5 * body.mass * dot(velocity, velocity);
      rotational += 0.5 * dot(momentum, rateOf(body, orientation, momentum));
      potential -= body.mass * dot(this.#gravity, place);
    });
    return { kinetic, rotational, potential };
  }

  /** Moves the meshes to their poses at the end of a step; their loads are those of its start. */
  advance(): void {
    const timeStep = this.#timeStep;
    this.#before = this.#states;
    this.#states = this.#states.map((state, k) => {
      const body = this.#meshes[k];
      const { force, moment } = meshLoad(this.#memory, body.mesh);
      const { velocity, momentum } = this.#kicked(k, force, moment, state.isFresh ? 0.5 * timeStep : timeStep);
      if (!isFiniteVector(velocity) || !isFiniteVector(momentum)) {
        throw new SimulationError(
          'not-finite',
          `mesh "${body.name}": its motion is no longer finite; take a smaller time step, or look for bodies ` +
            'that start overlapping it',
          { mesh: body.name },
        );
      }
      // At the midpoint of the rotation, which makes it second order.
      const half = turned(state.orientation, scale(rateOf(body, state.orientation, momentum), 0.5 * timeStep));
      const rate = rateOf(body, half, momentum);
      return {
        place: addScaled(state.place, velocity, timeStep),
        orientation: turned(state.orientation, scale(rate, timeStep)),
        velocity: unsigned(velocity),
        momentum: unsigned(momentum),
        isFresh: false,
      };
    });
    this.#place();
  }

  /** Takes the last step back. */
  undo(): void {
    this.#states = this.#before;
    this.#place();
  }

  /**
   * With velocities of the present time, from which the next step begins with half a kick; loads must have been probed.
   * A new time step or gravity begins there, so that the kick up to there is of the old ones.
   */
  atPresent(timeStep = this.#timeStep, gravity = this.#gravity): SavedFreeMesh[] {
    return this.#states.map((state, k) => ({ ...state, ...this.#present(k, timeStep, gravity), isFresh: true }));
  }

  save(): SavedFreeMesh[] {
    return this.#states;
  }

  /** The state must be of the same spec; the caller has checked it. */
  restore(states: readonly SavedFreeMesh[]): void {
    this.#states = [...states];
    this.#before = this.#states;
  }

  /** Velocity and angular momentum at the present time, by half a kick of the probed loads. */
  #present(k: number, timeStep = this.#timeStep, gravity = this.#gravity): { velocity: Vector3; momentum: Vector3 } {
    const { F } = this.#memory;
    const at = this.#memory.address(layout.RECORD) + layout.RECORD_MESH_LOADS + 6 * (this.#meshes[k]?.mesh ?? 0);
    const kick = this.#states[k]?.isFresh ? 0 : 0.5 * timeStep;
    return this.#kicked(k, readVector(F, at), readVector(F, at + 3), kick, gravity);
  }

  #kicked(
    k: number,
    force: Vector3,
    moment: Vector3,
    kick: number,
    gravity = this.#gravity,
  ): { velocity: Vector3; momentum: Vector3 } {
    const body = this.#meshes[k];
    const { velocity, momentum, orientation } = this.#states[k];
    const torque = subtract(moment, cross(rotate(orientation, body.centre), force));
    return {
      velocity: addScaled(addScaled(velocity, force, kick / body.mass), gravity, kick),
      momentum: addScaled(momentum, torque, kick),
    };
  }

  /** Writes all of them to the memory, and how far one has moved since the list was made. */
  #place(): void {
    const { F } = this.#memory;
    this.#meshes.forEach((body, k) => {
      const { place, orientation, velocity, momentum } = this.#states[k];
      const at = meshAddress(this.#memory, body.mesh);
      const { w, x, y, z } = orientation;
      writeVector(F, at + layout.MESH_POSITION, subtract(place, rotate(orientation, body.centre)));
      F.set([w, x, y, z], at + layout.MESH_ORIENTATION);
      writeVector(F, at + layout.MESH_VELOCITY, velocity);
      writeVector(F, at + layout.MESH_ANGULAR_VELOCITY, rateOf(body, orientation, momentum));
      writeVector(F, at + layout.MESH_POINT, place);
      F[at + layout.MESH_INVERSE_MASS] = 1 / body.mass;
      F[layout.WALL_MOVED] = Math.max(F[layout.WALL_MOVED], travelOfMesh(this.#memory, body.mesh));
    });
  }
}

type MassAndAxes = Pick<FreeMesh, 'mass' | 'centre' | 'axes' | 'moments'>;

const OWN_AXES = [
  { x: 1, y: 0, z: 0 },
  { x: 0, y: 1, z: 0 },
  { x: 0, y: 0, z: 1 },
] as const;

/** Throws a SceneError when the mesh is not closed and no mass is given. */
function massOf({ mesh }: MeshSpec, free: FreeMeshSpec, density: number, path: string): MassAndAxes {
  if (free.mass !== undefined && free.inertia !== undefined && free.centre !== undefined) {
    const { x, y, z } = vector3(free.inertia);
    return { mass: free.mass, centre: vector3(free.centre), axes: OWN_AXES, moments: [x, y, z] };
  }
  if (!isClosed(mesh)) {
    const message = `${path}: expected a closed mesh, whose edges have two facets each, or mass, centre and inertia`;
    throw new SceneError('open-mesh', message, { path });
  }
  const { volume, centroid, inertia } = massPropertiesOfPolyhedron(
    mesh.vertices,
    mesh.facetOffsets,
    mesh.facetVertices,
  );
  const { values, vectors } = eigenSystem(inertia);
  const moments = [density * values[0], density * values[1], density * values[2]] as const;
  return { mass: density * volume, centre: centroid, axes: vectors, moments };
}

/** Whether facets traverse each edge equally often in both directions. */
function isClosed({ facetOffsets, facetVertices }: MeshSpec['mesh']): boolean {
  const balance = new Map<string, number>();
  for (let f = 0; f + 1 < facetOffsets.length; f++) {
    const loop = facetVertices.subarray(facetOffsets[f], facetOffsets[f + 1]);
    loop.forEach((a, i) => {
      const b = loop[(i + 1) % loop.length];
      const key = a < b ? `${a} ${b}` : `${b} ${a}`;
      balance.set(key, (balance.get(key) ?? 0) + (a < b ? 1 : -1));
    });
  }
  return [...balance.values()].every((count) => count === 0);
}

function startOf({ position, orientation }: MeshSpec, free: FreeMeshSpec, body: FreeMesh): SavedFreeMesh {
  const at: Pose = pose({ ...(position && { position }), ...(orientation && { orientation }) });
  const rate = vector3(free.angularVelocity ?? ZERO_VECTOR);
  return {
    place: add(at.position, rotate(at.orientation, body.centre)),
    orientation: at.orientation,
    velocity: vector3(free.velocity ?? ZERO_VECTOR),
    momentum: alongAxes(body, at.orientation, rate, (moment) => moment),
    isFresh: true,
  };
}

function rateOf(body: FreeMesh, orientation: Quaternion, momentum: Vector3): Vector3 {
  return alongAxes(body, orientation, momentum, (moment) => 1 / moment);
}

/** Scales a vector in world axes by a function of the moment of inertia along each principal axis. */
function alongAxes(
  { axes, moments }: FreeMesh,
  orientation: Quaternion,
  vector: Vector3,
  factor: (moment: number) => number,
): Vector3 {
  const own = inverseRotate(orientation, vector);
  const stretched = axes.reduce(
    (sum, axis, k) => addScaled(sum, axis, factor(moments[k]) * dot(axis, own)),
    ZERO_VECTOR,
  );
  return rotate(orientation, stretched);
}

/** Without negative zeros, which a saved state would not keep. */
function unsigned({ x, y, z }: Vector3): Vector3 {
  return { x: x + 0, y: y + 0, z: z + 0 };
}

/** Cayley's map, as for other bodies. */
function turned(orientation: Quaternion, { x, y, z }: Vector3): Quaternion {
  return normaliseQuaternion(multiply({ w: 1, x: 0.5 * x, y: 0.5 * y, z: 0.5 * z }, orientation));
}
