// SPDX-License-Identifier: MIT
/** The outlets of a simulation: finds the bodies inside and counts the removed ones. */
import { movedRegion } from '../../bodies/followed-region.ts';
import {
  containment,
  type DepartedBodies,
  NONE_DEPARTED,
  type OutletProgress,
  type OutletSpec,
  OutletSteps,
} from '../../bodies/outlet.ts';
import * as layout from '../../step-kernel/step-layout.ts';
import { clumpAddress, clumpInteger } from '../bodies/clumps.ts';
import { flagsOf, inverseMassOf, materialOf, ownerOf, shapeOf } from '../bodies/elements.ts';
import { clockOf } from '../clock.ts';
import type { SimulationSpec } from '../simulation-spec.ts';
import type { StepMemory } from '../time-loop/step-memory.ts';
import type { BodyHandle } from '../views/body-view.ts';
import { wallPlaceNow } from '../walls/wall-place.ts';

interface Outlet {
  readonly spec: OutletSpec;
  readonly steps: OutletSteps;
  readonly contains: (x: number, y: number, z: number) => boolean;
  /** By the numbers of shapes and materials: 1 for those that are removed. */
  readonly shapes: Uint8Array;
  readonly materials: Uint8Array;
}

export class Outlets {
  readonly #memory: StepMemory;
  readonly #spec: SimulationSpec;
  readonly #outlets: readonly Outlet[];
  #states: DepartedBodies[];

  constructor(spec: SimulationSpec, memory: StepMemory) {
    const { outlets = [], shapes = [], materials } = spec;
    const clock = clockOf(spec);
    this.#memory = memory;
    this.#spec = spec;
    this.#outlets = outlets.map((outlet) => ({
      spec: outlet,
      steps: new OutletSteps(outlet, clock),
      contains: containment(outlet.region),
      shapes: Uint8Array.from(shapes, ({ name }) => (outlet.shapes?.includes(name) === false ? 0 : 1)),
      materials: Uint8Array.from(materials, ({ name }) => (outlet.materials?.includes(name) === false ? 0 : 1)),
    }));
    this.#states = outlets.map(() => NONE_DEPARTED);
  }

  get count(): number {
    return this.#outlets.length;
  }

  get progress(): OutletProgress[] {
    return this.#outlets.map(({ spec }, k) => ({ name: spec.name, ...this.#states[k] }));
  }

  /** J that left through all of them. */
  get energy(): number {
    return this.#states.reduce((sum, { energy }) => sum + energy, 0);
  }

  /** Whether a body is in an outlet that is due at this step. */
  hasWork(step: number): boolean {
    return this.#outlets.some((outlet) => outlet.steps.isDue(step) && this.#inside(outlet, true).length > 0);
  }

  /**
   * Removes the bodies in each outlet that is due at this step; a body in several leaves through the first. `removed`
   * removes bodies and returns the energy that left with them.
   */
  removeDue(step: number, removed: (bodies: readonly BodyHandle[]) => number): void {
    this.#states = this.#states.map((state, k) => {
      const outlet = this.#outlets[k];
      const bodies = outlet?.steps.isDue(step) ? this.#inside(outlet, false) : [];
      if (bodies.length === 0) return state;
      const mass = bodies.reduce<number>((sum, body) => sum + 1 / this.#inverseMass(body), state.mass);
      return { count: state.count + bodies.length, mass, energy: state.energy + removed(bodies) };
    });
  }

  save(): DepartedBodies[] {
    return this.#states;
  }

  /** The state must be of the same spec; the caller has checked it. */
  restore(states: readonly DepartedBodies[] = []): void {
    this.#states = [...states];
  }

  #inverseMass(body: BodyHandle): number {
    if (body >= 0) return inverseMassOf(this.#memory, body);
    return this.#memory.F[clumpAddress(this.#memory, -1 - body) + layout.BODY_INVERSE_MASS];
  }

  /** Bodies that forces move and whose centres are inside, spheres first; or only the first of them. */
  #inside(outlet: Outlet, isFirstEnough: boolean): BodyHandle[] {
    const { shapes, materials } = outlet;
    const contains = this.#regionNow(outlet);
    const { F, I } = this.#memory;
    const memory = this.#memory;
    const position = memory.address(layout.POSITION);
    const found: BodyHandle[] = [];
    const isPeriodic = I[layout.PERIODIC] !== 0;
    const isAt = (at: number): boolean =>
      isPeriodic
        ? contains(this.#within(at, 0), this.#within(at, 1), this.#within(at, 2))
        : contains(F[at], F[at + 1], F[at + 2]);
    for (let e = 0; e < I[layout.ELEMENT_COUNT]; e++) {
      if (!isAt(position + 4 * e) || ownerOf(memory, e) >= 0 || (flagsOf(memory, e) & layout.DEAD) !== 0) continue;
      if (inverseMassOf(memory, e) === 0) continue;
      if (shapes[shapeOf(memory, e)] === 0 || materials[materialOf(memory, e)] === 0) continue;
      found.push(e);
      if (isFirstEnough) return found;
    }
    for (let b = 0; b < I[layout.BODY_COUNT]; b++) {
      const at = clumpAddress(memory, b);
      if (!isAt(at + layout.BODY_POSITION) || F[at + layout.BODY_INVERSE_MASS] === 0) continue;
      if ((clumpInteger(memory, b, layout.BODY_FLAGS) & layout.DEAD) !== 0) continue;
      if (shapes[clumpInteger(memory, b, layout.BODY_SHAPE)] === 0) continue;
      if (materials[clumpInteger(memory, b, layout.BODY_MATERIAL)] === 0) continue;
      found.push(-1 - b);
      if (isFirstEnough) return found;
    }
    return found;
  }

  /** Whether a point is in the region where it is now: it may follow a wall. */
  #regionNow({ spec: { region, follows }, contains }: Outlet): Outlet['contains'] {
    if (follows === undefined) return contains;
    const now = wallPlaceNow(this.#memory, this.#spec, follows.wall);
    return now === undefined ? contains : containment(movedRegion(region, follows.start, now));
  }

  /** A coordinate, in a periodic direction that of the image within the domain. */
  #within(at: number, axis: number): number {
    const { F, I } = this.#memory;
    const value = F[at + axis];
    if (((I[layout.PERIODIC] >> axis) & 1) === 0) return value;
    const min = F[layout.DOMAIN_MIN + axis];
    const period = F[layout.DOMAIN_MAX + axis] - min;
    return value - period * Math.floor((value - min) / period);
  }
}
