// SPDX-License-Identifier: MIT
/**
 * What a simulation on the GPU was like when it was last read back, in the form of simulations on the CPU. Reading takes time, so it is done once for all that is asked of a moment. The GPU
 * does not follow the orientation of spheres, which has no bearing on their motion: in scenes of spheres alone it is that of the start.
 */
import { SimulationError } from '../errors.ts';
import { pose } from '../math/pose.ts';
import type { Vector3 } from '../math/vector.ts';
import type { DeepOverlap } from '../simulation/overlap-watch.ts';
import type { BodySpec, SimulationSpec } from '../simulation/simulation-spec.ts';
import type {
  BodyState,
  BodyView,
  ContactView,
  EnergyBalance,
  SimulationStatistics,
} from '../simulation/simulation-views.ts';
import { halfSpaceLoadsOf } from './gpu-contacts.ts';
import type { GpuStepper } from './gpu-stepper.ts';

export class GpuMoment {
  readonly #simulation: GpuStepper;
  readonly #order: readonly number[];
  readonly #wallCount: number;
  readonly #bodies: readonly Required<Pick<BodySpec, 'id' | 'scale'>>[];
  readonly #shape: Int32Array;
  readonly #turned: Float64Array;
  #view: BodyView | undefined;
  #energy: EnergyBalance | undefined;
  #contacts: ContactView | undefined;
  #deep: DeepOverlap | undefined;

  constructor(simulation: GpuStepper, spec: SimulationSpec) {
    this.#simulation = simulation;
    this.#wallCount = spec.halfSpaces?.length ?? 0;
    const { shapes = [], bodies = [] } = spec;
    let next = 0;
    this.#bodies = bodies.map(({ id = next, scale = 1 }) => {
      next = Math.max(next, id + 1);
      return { id, scale };
    });
    this.#order = this.#bodies.map((_, k) => k).sort((a, b) => this.#idOf(a) - this.#idOf(b));
    const number = new Map(shapes.map(({ name }, k) => [name, k]));
    this.#shape = Int32Array.from(this.#order, (k) => number.get(bodies[k]?.shape ?? '') ?? 0);
    this.#turned = new Float64Array(4 * bodies.length);
    this.#order.forEach((k, i) => {
      const { w, x, y, z } = pose({ orientation: bodies[k]?.orientation ?? [1, 0, 0, 0] }).orientation;
      this.#turned.set([w, x, y, z], 4 * i);
    });
  }

  /** Reads the present state back. */
  async read(): Promise<void> {
    const bed = await this.#simulation.bodies();
    const sorted = (from: Float64Array): Float64Array => {
      const to = new Float64Array(from.length);
      this.#order.forEach((k, i) => {
        for (let axis = 0; axis < 3; axis++) to[3 * i + axis] = from[3 * k + axis] ?? 0;
      });
      return to;
    };
    this.#view = {
      count: bed.count,
      ids: Int32Array.from(this.#order, (k) => this.#idOf(k)),
      shape: this.#shape,
      material: Int32Array.from(this.#order, (k) => bed.material[k] ?? 0),
      radius: Float64Array.from(this.#order, (k) => bed.radius[k] ?? 0),
      scale: Float64Array.from(this.#order, (k) => this.#bodies[k]?.scale ?? 1),
      orientation: this.#orientations(bed.orientation),
      ...{ position: sorted(bed.position), velocity: sorted(bed.velocity) },
      ...{ angularVelocity: sorted(bed.angularVelocity), force: sorted(bed.force), torque: sorted(bed.torque) },
    };
    this.#energy = await this.#simulation.energy(bed);
    this.#contacts = await this.#simulation.contacts(bed, (k) => this.#idOf(k));
    const ratio = this.#simulation.deepest;
    if (ratio > 0) this.#deep ??= { time: this.time, step: this.stepCount, body: -1, ratio };
  }

  /** s */
  get time(): number {
    return this.#simulation.time;
  }

  get stepCount(): number {
    return this.#simulation.stepCount;
  }

  get bodyCount(): number {
    return this.#bodies.length;
  }

  bodies(): BodyView {
    return this.#view ?? unread();
  }

  /** Throws a SimulationError when there is none with this id. */
  body(id: number): BodyState {
    const view = this.bodies();
    const i = view.ids.indexOf(id);
    if (i < 0) throw new SimulationError('no-such-body', `no body has the id ${id}`, { id });
    const at = (vectors: Float64Array): Vector3 => {
      const [x = 0, y = 0, z = 0] = vectors.subarray(3 * i, 3 * i + 3);
      return { x, y, z };
    };
    const [w = 1, x = 0, y = 0, z = 0] = view.orientation.subarray(4 * i, 4 * i + 4);
    return {
      ...{ id, shape: view.shape[i] ?? 0, material: view.material[i] ?? 0 },
      ...{ radius: view.radius[i] ?? 0, scale: view.scale[i] ?? 1, orientation: { w, x, y, z } },
      ...{ position: at(view.position), velocity: at(view.velocity), angularVelocity: at(view.angularVelocity) },
      ...{ force: at(view.force), torque: at(view.torque) },
    };
  }

  energy(): EnergyBalance {
    return this.#energy ?? unread();
  }

  statistics(): SimulationStatistics {
    const { lists, bytes, deepest } = this.#simulation;
    return { pairs: 0, contacts: this.#contacts?.count ?? 0, rebuilds: lists, maxOverlapRatio: deepest, bytes };
  }

  firstDeepOverlap(): DeepOverlap | undefined {
    return this.#deep;
  }

  contacts(): ContactView {
    return this.#contacts ?? unread();
  }

  halfSpaceLoads(): Vector3[] {
    return halfSpaceLoadsOf(this.contacts(), this.#wallCount);
  }

  meshLoads(): [] {
    return [];
  }

  meshPose(): never {
    throw new SimulationError('not-on-gpu', 'not on the GPU yet: meshes; run with --device cpu');
  }

  insertions(): [] {
    return [];
  }

  outlets(): [] {
    return [];
  }

  servos(): [] {
    return [];
  }

  /** In the order of ids; those of the start where none are followed. */
  #orientations(followed: Float64Array | undefined): Float64Array {
    if (followed === undefined) return this.#turned;
    const to = new Float64Array(followed.length);
    this.#order.forEach((k, i) => {
      to.set(followed.subarray(4 * k, 4 * k + 4), 4 * i);
    });
    return to;
  }

  #idOf(k: number): number {
    return this.#bodies[k]?.id ?? k;
  }
}

function unread(): never {
  throw new SimulationError('not-read', 'the state on the GPU has not been read back');
}
