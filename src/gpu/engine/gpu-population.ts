// SPDX-License-Identifier: MIT
/**
 * Inserts and removes bodies of a GPU simulation. Insertion uses the code and random numbers of the CPU, so the same
 * bodies appear until the trajectories diverge; the bodies near the region are read back first. Bodies in outlets stop
 * the GPU after the step, escaped bodies before a rebuild; the host removes them and rebuilds the list. Where there are
 * no outlets the GPU itself removes escaped spheres.
 */

import type { InserterState } from '../../bodies/insertion/inserter.ts';
import type { InsertionProgress } from '../../bodies/insertion/insertion-spec.ts';
import { type DepartedBodies, NONE_DEPARTED, type OutletProgress, OutletSteps } from '../../bodies/outlet.ts';
import { StepClock } from '../../math/step-clock.ts';
import { dot, type Vector3, vector3 } from '../../math/vector.ts';
import { DueBodies, type Newcomer, type Present } from '../../simulation/population/due-bodies.ts';
import type { SimulationSpec } from '../../simulation/simulation-spec.ts';
import type { BodyExchange, RemovedBody } from './body-exchange.ts';
import type { BodyIds, SavedBodyIds } from './body-ids.ts';
import { outsideBit } from './gpu-regions.ts';
import type { Found } from './gpu-settings.ts';

/** All that a saved state has of it. */
export interface SavedPopulation {
  /** The key is that of saved states. */
  readonly roster: SavedBodyIds;
  readonly inserters: readonly InserterState[];
  readonly outlets: readonly DepartedBodies[];
  /** Bodies that left the domain. */
  readonly escaped: DepartedBodies;
  readonly broughtEnergy: number;
  readonly mass: number;
}

export class GpuPopulation {
  readonly bodyIds: BodyIds;
  readonly #spec: SimulationSpec;
  readonly #due: DueBodies;
  readonly #outletSteps: readonly OutletSteps[];
  #outlets: DepartedBodies[];
  /** Bodies that left the domain and were deleted. */
  escaped = NONE_DEPARTED;
  #attached: BodyExchange | undefined;
  /** Mass of the free bodies, kg. */
  mass = 0;
  /** Energy of bodies inserted after the start, J. */
  broughtEnergy = 0;

  /** `reach` is the largest radius of all. */
  constructor(spec: SimulationSpec, bodyIds: BodyIds, reach: number) {
    this.#spec = spec;
    this.bodyIds = bodyIds;
    this.#due = new DueBodies(spec, reach);
    const { outlets = [], timeStep } = spec;
    this.#outletSteps = outlets.map((outlet) => new OutletSteps(outlet, new StepClock(timeStep)));
    this.#outlets = outlets.map(() => NONE_DEPARTED);
  }

  /** The next step before which bodies may appear; infinite when there are none to come. */
  get nextStep(): number {
    return this.#due.nextStep;
  }

  get insertions(): InsertionProgress[] {
    return this.#due.inserters.map(({ progress }) => progress);
  }

  get outlets(): OutletProgress[] {
    return this.#outlets.map((state, k) => ({ name: this.#spec.outlets?.[k]?.name ?? '', ...state }));
  }

  /** J that left through outlets. */
  get outletEnergy(): number {
    return this.#outlets.reduce((sum, { energy }) => sum + energy, 0);
  }

  /** Outlets, one bit each, that are due after this many steps. */
  outletsAt(step: number): number {
    return this.#outletSteps.reduce((bits, steps, k) => bits | (steps.isDue(step) ? 1 << k : 0), 0);
  }

  /** Inserts the bodies that are due at the start among the initial bodies, before the engine exists. */
  async startWith(present: () => readonly Present[]): Promise<Newcomer[]> {
    const born = await this.#insertDue(0, async () => present());
    for (const newcomer of born) this.mass += this.#massOf(newcomer);
    return born;
  }

  attach(bodies: BodyExchange): void {
    this.#attached = bodies;
  }

  /** Inserts the bodies that are due at the present step and find space. */
  async insert(): Promise<void> {
    const bodies = this.#bodies;
    if (this.nextStep > bodies.stepCount) return;
    const born = await this.#insertDue(bodies.stepCount, (min, max) => bodies.near(min, max));
    if (born.length === 0) return;
    const gravity = vector3(this.#spec.gravity);
    for (const newcomer of born) {
      const { velocity, position } = newcomer;
      const mass = this.#massOf(newcomer);
      this.mass += mass;
      this.broughtEnergy += mass * (0.5 * dot(velocity, velocity) - dot(gravity, position));
    }
    await bodies.add(born);
  }

  /** Removes the bodies found in outlets or outside the domain; a body in several outlets leaves through the first. */
  async takeOut(found: readonly Found[]): Promise<void> {
    const bodies = this.#bodies;
    const outside = outsideBit(this.#spec);
    const isOutside = ({ regions }: Found): boolean => (regions & outside) !== 0;
    let escaped = found.filter(isOutside);
    // The list that follows an outlet is made without those outside either.
    if (escaped.length === 0 && this.#spec.domain?.onEscape === 'delete') escaped = [...(await bodies.look(outside))];
    const gone = new Set(escaped.map(({ index }) => index));
    let rest = found.filter(({ index }) => !gone.has(index));
    let last = -1;
    do {
      const [k, leaving] = firstOutlet(rest, last);
      await this.#remove(k, leaving, [...gone]);
      gone.clear();
      const more = rest.length > leaving.length ? this.outletsAt(bodies.stepCount) & ~(2 ** (k + 1) - 1) : 0;
      rest = more === 0 ? [] : [...(await bodies.look(more))];
      last = k;
    } while (rest.length > 0);
  }

  /** Notes bodies outside the domain that were removed on the GPU. */
  noteTaken(words: Uint32Array): void {
    const lost = this.#bodies.taken(words);
    this.#noteEscaped(lost);
    this.mass -= total(lost, 'mass');
    this.bodyIds.remove(lost.map(({ name }) => name));
  }

  save(): SavedPopulation {
    const { mass, broughtEnergy, escaped } = this;
    const inserters = this.#due.inserters.map((inserter) => inserter.save());
    return { roster: this.bodyIds.save(), inserters, outlets: this.#outlets, escaped, broughtEnergy, mass };
  }

  /** The state must be of the same spec; the caller has checked it. */
  restore({ roster, inserters, outlets, escaped, broughtEnergy, mass }: SavedPopulation): void {
    this.bodyIds.restore(roster);
    inserters.forEach((state, k) => {
      this.#due.inserters[k]?.restore(state);
    });
    this.#outlets = [...outlets];
    this.escaped = escaped;
    this.broughtEnergy = broughtEnergy;
    this.mass = mass;
  }

  get #bodies(): BodyExchange {
    if (this.#attached === undefined) throw new Error('there is no engine yet');
    return this.#attached;
  }

  /** Bodies that appear at a step, with ids. */
  async #insertDue(
    step: number,
    near: (min: Vector3, max: Vector3) => Promise<readonly Present[]>,
  ): Promise<Newcomer[]> {
    const born = await this.#due.at(step, near);
    for (const { shape, scale, orientation } of born) this.bodyIds.add({ shape, scale, orientation });
    return born;
  }

  /** Through outlet `k`, and from outside the domain. */
  async #remove(k: number, leaving: readonly number[], escaped: readonly number[]): Promise<void> {
    const bodies = this.#bodies;
    // Velocities of the half step before, as on the CPU.
    const lost = await bodies.read(escaped, false);
    this.#noteEscaped(lost);
    const before = leaving.length > 0 ? await bodies.probe() : undefined;
    const left = await bodies.read(leaving, true);
    await bodies.remove([...leaving, ...escaped]);
    this.mass -= total([...left, ...lost], 'mass');
    this.bodyIds.remove([...left, ...lost].map(({ name }) => name));
    const state = this.#outlets[k];
    if (before === undefined || state === undefined) return;
    const elastic = before - (await bodies.probe());
    this.#outlets[k] = {
      count: state.count + left.length,
      mass: state.mass + total(left, 'mass'),
      energy: state.energy + total(left, 'energy') + elastic,
    };
  }

  #noteEscaped(lost: readonly RemovedBody[]): void {
    this.escaped = {
      count: this.escaped.count + lost.length,
      mass: this.escaped.mass + total(lost, 'mass'),
      energy: this.escaped.energy + total(lost, 'energy'),
    };
  }

  #massOf({ volume, material }: Newcomer): number {
    return volume * (this.#spec.materials[material]?.density ?? 0);
  }
}

function total(bodies: readonly RemovedBody[], key: 'mass' | 'energy'): number {
  return bodies.reduce((sum, body) => sum + body[key], 0);
}

/** The first outlet after `last` that contains bodies, and these bodies. */
function firstOutlet(found: readonly Found[], last: number): [number, number[]] {
  const lowest = (regions: number): number => 31 - Math.clz32(regions & -regions);
  const k = found.reduce((least, { regions }) => Math.min(least, lowest(regions)), 32);
  if (k <= last || k === 32) return [last, []];
  return [k, found.filter(({ regions }) => lowest(regions) === k).map(({ index }) => index)];
}
