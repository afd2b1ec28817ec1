// SPDX-License-Identifier: MIT
/**
 * Pose and velocity of each mesh at a step in the form of the GPU: the axes of its frame as planes in the cell grid,
 * velocities, moving surfaces. Also the number of steps for which a neighbour list covers the motion.
 */
import { displacementAt, speedBetween } from '../../bodies/prescribed-motion.ts';
import { isSurfaceRunning } from '../../bodies/surface-motion.ts';
import { SimulationError } from '../../errors.ts';
import { type Pose, transformPoint } from '../../math/pose.ts';
import { toMatrix } from '../../math/quaternion.ts';
import { add, normalise, scale, subtract, toTriple, type Vector3, vector3, ZERO_VECTOR } from '../../math/vector.ts';
import { periodsOf } from '../../simulation/neighbour-list/periods.ts';
import type { MeshSpec, MotionSpec, SimulationSpec } from '../../simulation/simulation-spec.ts';
import { meshPoseAt, nearestImage } from '../../simulation/walls/meshes.ts';
import type { CellGrid } from '../engine/cell-grid.ts';
import { MESH_AXIS, MESH_NOW } from '../kernels/records.ts';
import { writePlane } from './lattice-planes.ts';
import { axisEnds } from './lattice-walls.ts';
import { isWall, type Lattice } from './mesh-lattice.ts';

const RIGID_SURFACE = 1;
const BELT = 2;

/** Pose of the mesh in a periodic domain, as the image nearest to its initial pose. */
export function meshPose(spec: MeshSpec, domain: SimulationSpec['domain'], time: number): Pose {
  const { position, orientation } = meshPoseAt(spec, time);
  const start = vector3(spec.position ?? ZERO_VECTOR);
  return { position: nearestImage(position, start, periodsOf(domain)), orientation };
}

export class MeshMotions {
  readonly #spec: Pick<SimulationSpec, 'meshes' | 'domain' | 'timeStep'>;
  readonly #lattices: readonly Lattice[];
  readonly #grid: CellGrid;
  /** How far a mesh may go while a list serves, m. */
  readonly #margin: number;
  /** Corners of the box of each mesh at the start, in world coordinates. */
  readonly #corners: readonly (readonly Vector3[])[];
  /** Ends of the axes of round walls there. */
  readonly #ends: readonly (readonly Vector3[] | undefined)[];
  readonly #resting = new Map<number, Uint32Array>();

  constructor(
    spec: Pick<SimulationSpec, 'meshes' | 'domain' | 'timeStep'>,
    lattices: readonly Lattice[],
    grid: CellGrid,
    margin: number,
  ) {
    this.#spec = spec;
    this.#lattices = lattices;
    this.#grid = grid;
    this.#margin = margin;
    this.#corners = lattices.map((lattice, k) => {
      const start = meshPoseAt(spec.meshes?.[k] as MeshSpec, 0);
      return cornersOf(lattice).map((corner) => transformPoint(start, corner));
    });
    this.#ends = lattices.map((lattice, k) => {
      const start = meshPoseAt(spec.meshes?.[k] as MeshSpec, 0);
      return isWall(lattice) ? axisEnds(lattice)?.map((end) => transformPoint(start, end)) : undefined;
    });
  }

  /** Writes all meshes as they are at a step. */
  write(step: number, words: Uint32Array, at: number): void {
    const { meshes = [], timeStep } = this.#spec;
    meshes.forEach((mesh, k) => {
      const to = at + MESH_NOW.words * k;
      if (mesh.motion !== undefined || mesh.surface !== undefined) {
        this.#write(mesh, k, step * timeStep, words, to);
        return;
      }
      const known = this.#resting.get(k) ?? new Uint32Array(MESH_NOW.words);
      if (!this.#resting.has(k)) this.#write(mesh, k, 0, known, 0);
      this.#resting.set(k, known);
      words.set(known, to);
    });
  }

  #write(mesh: MeshSpec, k: number, time: number, words: Uint32Array, at: number): void {
    const { domain, timeStep } = this.#spec;
    const { size, origin } = this.#grid;
    const { position, orientation } = meshPose(mesh, domain, time);
    const low = this.#lattices[k]?.low ?? [0, 0, 0];
    const turn = toMatrix(orientation);
    const unit = Math.max(size[0], size[1], size[2]) / 2 ** 30;
    const floats = new Float32Array(words.buffer);
    const whole = new Int32Array(words.buffer);
    const from = toTriple(position).map((x, axis) => x - origin[axis]);
    for (let axis = 0; axis < 3; axis++) {
      // Columns of the rotation are the axes of the mesh's frame in the world.
      const normal = [turn[axis], turn[axis + 3], turn[axis + 6]];
      const offset = normal.reduce((sum, x, c) => sum + x * from[c], low[axis]);
      writePlane(floats, whole, at + MESH_NOW.at.axes + MESH_AXIS.words * axis, normal, size, offset, unit);
    }
    const { w, x, y, z } = orientation;
    const put = (values: Parameters<typeof MESH_NOW.write>[2]): void => MESH_NOW.write(words, at, values);
    put({ turn: [w, x, y, z].map((part) => Math.round(part * 2 ** 30)) });
    const corner = { x: origin[0], y: origin[1], z: origin[2] };
    if (mesh.motion !== undefined) {
      const now = displacementAt(mesh.motion, time);
      // The velocity of the motion to here, half a step before.
      const behind = displacementAt(mesh.motion, Math.max(0, time - 0.5 * timeStep));
      put({
        velocity: toTriple(behind.velocity),
        rate: toTriple(behind.angularVelocity),
        point: toTriple(subtract(add(now.pivot, now.translation), corner)),
      });
    }
    if (mesh.surface === undefined || !isSurfaceRunning(mesh.surface, time)) return;
    const { velocity = ZERO_VECTOR, rotation, belt } = mesh.surface;
    if (belt !== undefined) {
      put({ surface: [belt.speed], surfaceKind: BELT, surfaceRate: toTriple(normalise(vector3(belt.axis))) });
      return;
    }
    put({ surface: toTriple(vector3(velocity)), surfaceKind: RIGID_SURFACE });
    if (rotation === undefined) return;
    put({
      surfaceRate: toTriple(scale(normalise(vector3(rotation.axis)), rotation.rate)),
      surfacePoint: toTriple(subtract(vector3(rotation.through), corner)),
    });
  }

  /**
   * For how many steps from `step` on, at most `most`, no point of a mesh goes farther than lists allow. Throws a
   * SimulationError for a mesh that may do so in one step.
   */
  stepsFrom(step: number, most: number): number {
    const { meshes = [], timeStep } = this.#spec;
    let steps = most;
    meshes.forEach(({ motion, name }, k) => {
      if (motion === undefined) return;
      for (;;) {
        const travel = timeStep * this.#approach(k, motion, step * timeStep, (step + steps) * timeStep);
        if (travel * steps <= this.#margin) return;
        if (steps === 1) {
          throw new SimulationError(
            'gpu-fast-mesh',
            `meshes[${k}] "${name}": moves up to ${travel} m in one step, and lists allow ` +
              `${this.#margin} m; take a shorter time step, enlarge neighbours.skin, or run with --device cpu`,
            { travel, margin: this.#margin },
          );
        }
        // Fewer than before even where the quotient rounds up. They fit unless an axis of a list was far away.
        steps = Math.max(1, Math.min(steps - 1, Math.floor(this.#margin / travel)));
      }
    });
    return steps;
  }

  /**
   * How fast a mesh may approach a body: at most as fast as a corner of its box. A round wall that turns about its axis
   * approaches nothing: the ends of the axis count, and the turn of the axis.
   */
  #approach(k: number, motion: MotionSpec, from: number, until: number): number {
    const speed = speedBetween(motion, this.#corners[k] ?? [], from, until);
    const [ends, { min, max } = {}] = [this.#ends[k], this.#lattices[k]?.box];
    if (ends === undefined || min === undefined || max === undefined) return speed;
    const turn = ends.length === 1 ? 0 : (2 * max[0]) / (max[2] - min[2]);
    return Math.min(speed, speedBetween(motion, ends, from, until) * (1 + turn));
  }
}

function cornersOf({ box: { min, max } }: Lattice): Vector3[] {
  return Array.from({ length: 8 }, (_, c) => ({
    x: ((c & 1) === 0 ? min : max)[0],
    y: ((c & 2) === 0 ? min : max)[1],
    z: ((c & 4) === 0 ? min : max)[2],
  }));
}
