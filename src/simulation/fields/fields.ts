// SPDX-License-Identifier: MIT
/** The force fields of a simulation: their tables in memory, energies, the bound of the time step, and failures. */
import { type BodyInputs, derivative, evaluateTree, type Tree } from '../../fields/expression-tree.ts';
import { explicitForce, type TreeVector } from '../../fields/field-outputs.ts';
import { expressionsOf, type FieldSpec } from '../../fields/field-spec.ts';
import { compileFields } from '../../fields/field-tables.ts';
import { cubeRoot } from '../../math/elementary.ts';
import { vector3 } from '../../math/vector.ts';
import * as layout from '../../step-kernel/step-layout.ts';
import { clumpAddress, clumpInteger } from '../bodies/clumps.ts';
import { idOf, materialOf, ownerOf } from '../bodies/elements.ts';
import type { SimulationSpec } from '../simulation-spec.ts';
import type { StepMemory } from '../time-loop/step-memory.ts';
import type { BodyHandle } from '../views/body-view.ts';
import type { FieldSums } from '../views/energy-balance.ts';

const AXES = ['x', 'y', 'z'] as const;
/** Number of bodies at which the stiffness of fields is evaluated; they are evenly spread over all bodies. */
const MOST_PROBED = 1000;
const SPHERE = (4 / 3) * Math.PI;

/** Stiffness matrix of a field: derivatives of its force by the position, row by row. */
interface FieldStiffness {
  readonly field: FieldSpec;
  readonly parts: readonly Tree[];
}

export class Fields {
  readonly #spec: SimulationSpec;
  readonly #fields: readonly FieldSpec[];
  readonly #memory: StepMemory;
  readonly #stiffness: readonly FieldStiffness[];

  constructor(spec: SimulationSpec, memory: StepMemory) {
    this.#spec = spec;
    this.#fields = spec.fields ?? [];
    this.#memory = memory;
    this.#stiffness = this.#fields.map((field) => {
      const force: TreeVector | undefined = explicitForce(field);
      const parts = (force ?? []).flatMap((part) => AXES.map((axis) => derivative(part, axis)));
      return { field, parts: parts.filter((part) => !(part.op === 'number' && part.value === 0)) };
    });
    if (this.count === 0) return;
    const { groupCount, cells } = compileFields(this.#fields, spec.materials, vector3(spec.gravity));
    memory.grow({ fieldCells: cells.length, loads: 1 });
    const at = memory.address(layout.FIELD);
    // Copied as bytes: integers in the cells must not be converted to float64.
    new Uint8Array(memory.F.buffer).set(new Uint8Array(cells.buffer), 8 * at);
    memory.I[layout.FIELD_GROUP_COUNT] = groupCount;
  }

  get count(): number {
    return this.#fields.length;
  }

  /** Time at which a probe evaluates the fields. */
  set time(time: number) {
    this.#memory.F[layout.FIELD_TIME] = time;
  }

  /** Of the present state, which must have been probed; works include the half step up to the present time. */
  get sums(): FieldSums {
    const { F, I, capacities } = this.#memory;
    let [energy, fieldWork, dragLoss, fluidWork] = [0, 0, 0, 0];
    const addWorks = (at: number): void => {
      fieldWork += F[at];
      dragLoss += F[at + 1];
      fluidWork += F[at + 2];
    };
    for (let b = 0; b < capacities.blocks; b++) {
      addWorks(I[layout.BLOCK] + layout.BLOCK_STRIDE * b + layout.BLOCK_FIELD_WORK);
    }
    for (let b = 0; b < I[layout.BODY_BLOCK_COUNT]; b++) {
      addWorks(I[layout.BODY_BLOCK] + layout.BODY_BLOCK_STRIDE * b + layout.BODY_BLOCK_FIELD_WORK);
    }
    if (capacities.loads === 0) return { energy, fieldWork, dragLoss, fluidWork };
    for (const [header, count] of [
      [layout.FIELD_LOAD, I[layout.ELEMENT_COUNT]],
      [layout.FIELD_BODY_LOAD, I[layout.BODY_COUNT]],
    ] as const) {
      for (let k = 0; k < count; k++) {
        const load = I[header] + layout.LOAD_STRIDE * k;
        energy += F[load + layout.LOAD_ENERGY];
        addWorks(load + layout.LOAD_WORK);
      }
    }
    return { energy, fieldWork, dragLoss, fluidWork };
  }

  /** Energy of a body in the potentials, at the time of the fields. */
  energyOf(handle: BodyHandle): number {
    if (this.#fields.every(({ potential }) => potential === undefined)) return 0;
    const body = this.#inputs(handle);
    if (body === undefined) return 0;
    let energy = 0;
    for (const field of this.#fields) {
      if (field.potential === undefined || !this.#actsOn(field, handle)) continue;
      energy += evaluateTree(field.potential.tree, body);
    }
    return energy;
  }

  /**
   * Half a period of the fastest vibration of a body in the fields, where they are stiffest: the norm of the
   * derivatives of the force by the position bounds its square. Infinite where no field is a function of the position.
   */
  criticalTime(handles: ArrayLike<BodyHandle>): number {
    const stiff = this.#stiffness.filter(({ parts }) => parts.length > 0);
    if (stiff.length === 0 || handles.length === 0) return Infinity;
    const stride = Math.ceil(handles.length / MOST_PROBED);
    let most = 0;
    for (let k = 0; k < handles.length; k += stride) {
      const handle = handles[k] as BodyHandle;
      const body = this.#inputs(handle);
      if (body === undefined) continue;
      let total = 0;
      for (const { field, parts } of stiff) {
        if (!this.#actsOn(field, handle)) continue;
        let square = 0;
        for (const part of parts) square += evaluateTree(part, body) ** 2;
        total += Math.sqrt(square);
      }
      if (total / body.mass > most) most = total / body.mass;
    }
    return most > 0 ? Math.PI / Math.sqrt(most) : Infinity;
  }

  /** Which expression of which field has no finite value for a body; undefined if all have one. */
  failureAt(handle: BodyHandle): string | undefined {
    const body = this.#inputs(handle);
    if (body === undefined) return undefined;
    for (const field of this.#fields) {
      if (!this.#actsOn(field, handle)) continue;
      for (const [key, { text, tree }] of expressionsOf(field)) {
        const value = evaluateTree(tree, body);
        const isFraction = key !== 'fluid.voidFraction' || (value > 0 && value <= 1);
        if (Number.isFinite(value) && isFraction) continue;
        const bounds = isFraction ? '' : ', and must be above 0 and at most 1';
        return `fields.${field.name}.${key}, "${text}", is ${value} there${bounds}`;
      }
      const force = explicitForce(field) ?? [];
      for (const [k, part] of force.entries()) {
        const value = evaluateTree(part, body);
        if (Number.isFinite(value)) continue;
        const [[key, { text }] = ['force', { text: '' }]] = expressionsOf(field);
        return `the ${AXES[k]} component of the force of fields.${field.name}.${key}, "${text}", is ${value} there`;
      }
    }
    return undefined;
  }

  #actsOn({ materials, ids }: FieldSpec, handle: BodyHandle): boolean {
    const memory = this.#memory;
    const isSphere = handle >= 0;
    const material = isSphere ? materialOf(memory, handle) : clumpInteger(memory, -1 - handle, layout.BODY_MATERIAL);
    const id = isSphere ? idOf(memory, handle) : clumpInteger(memory, -1 - handle, layout.BODY_ID);
    const name = this.#spec.materials[material]?.name ?? '';
    if (materials !== undefined && !materials.includes(name)) return false;
    return ids === undefined || ids.some(([from, to]) => id >= from && id < to);
  }

  /** Inputs of expressions for a body; undefined for a body that forces do not move. */
  #inputs(handle: BodyHandle): BodyInputs | undefined {
    const { F, I } = this.#memory;
    const isSphere = handle >= 0;
    const at = isSphere ? 0 : clumpAddress(this.#memory, -1 - handle);
    const position = isSphere ? I[layout.POSITION] + 4 * handle : at + layout.BODY_POSITION;
    const motion = I[layout.MOTION] + layout.MOTION_STRIDE * handle;
    const velocity = isSphere ? motion : at + layout.BODY_VELOCITY;
    const inverseMass = F[isSphere ? motion + layout.INVERSE_MASS : at + layout.BODY_INVERSE_MASS];
    if (!(inverseMass > 0) || (isSphere && ownerOf(this.#memory, handle) >= 0)) return undefined;
    const number = isSphere
      ? materialOf(this.#memory, handle)
      : clumpInteger(this.#memory, -1 - handle, layout.BODY_MATERIAL);
    const material = this.#spec.materials[number];
    const mass = 1 / inverseMass;
    const own = isSphere ? F[position + 3] : 0;
    const volume = isSphere ? SPHERE * own * own * own : mass / (material?.density ?? 1);
    return {
      x: F[position],
      y: F[position + 1],
      z: F[position + 2],
      vx: F[velocity],
      vy: F[velocity + 1],
      vz: F[velocity + 2],
      mass,
      radius: isSphere ? own : cubeRoot(volume / SPHERE),
      volume,
      time: F[layout.FIELD_TIME],
      property: (name) => (name === 'density' ? material?.density : material?.properties?.[name]) ?? Number.NaN,
    };
  }
}
