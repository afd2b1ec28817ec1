// SPDX-License-Identifier: MIT
/**
 * Spheres that come and go. Bodies appear at known steps, by the same code and random numbers as on the CPU, so that they are the same ones as long as the motions agree; what is near the
 * region is read back for that. Spheres in outlets stop the GPU after the step, those outside the domain before a list is made: the host takes them out and a new list is made of the others.
 */

import { Inserter, type InserterState } from '../bodies/insertion/inserter.ts';
import type { InsertionProgress } from '../bodies/insertion/insertion-spec.ts';
import { containment, type OutletProgress, OutletSteps } from '../bodies/outlet.ts';
import type { Ball } from '../bodies/union-of-balls.ts';
import { SimulationError } from '../errors.ts';
import { Random } from '../math/random.ts';
import { dot, type Vector3, vector3, ZERO_VECTOR } from '../math/vector.ts';
import { bounds, type InsertedShape, insertedShape, insertionFull } from '../simulation/insertions.ts';
import { clearOfMeshes } from '../simulation/mesh-obstacles.ts';
import { massOfSphere, materialNumber } from '../simulation/set-up.ts';
import type { BodyShapeSpec, SimulationSpec } from '../simulation/simulation-spec.ts';
import type { CellGrid } from './cell-grid.ts';
import type { GpuEngine } from './gpu-engine.ts';
import type { Found } from './gpu-passes.ts';
import { boxWords, outsideBit, surroundingsBit } from './gpu-regions.ts';
import type { GpuRoster, SavedRoster } from './gpu-roster.ts';
import { wallPlane } from './gpu-walls.ts';
import { energyOfSphere, readSpheres, type Sphere } from './picked-spheres.ts';
import { emptyBed, joinBeds, type SphereBed, uploadBed } from './sphere-bed.ts';
import { REGION_WORDS } from './wgsl/pick.ts';

/** All that a saved state has of it. */
export interface SavedPopulation {
  readonly roster: SavedRoster;
  readonly inserters: readonly InserterState[];
  readonly outlets: readonly Omit<OutletProgress, 'name'>[];
  readonly broughtEnergy: number;
  readonly mass: number;
}

interface Attached {
  readonly device: GPUDevice;
  readonly engine: GpuEngine;
  readonly grid: CellGrid;
}

export class GpuPopulation {
  readonly roster: GpuRoster;
  readonly #spec: SimulationSpec;
  readonly #inserters: readonly Inserter[];
  readonly #outletSteps: readonly OutletSteps[];
  readonly #reach: number;
  #outlets: Omit<OutletProgress, 'name'>[];
  #engine: Attached | undefined;
  #isTurning = false;
  /** kg of those that move. */
  mass = 0;
  /** Of bodies that came after the start, less that of those that left the domain, J. */
  broughtEnergy = 0;

  /** `reach` is the largest radius of all. */
  constructor(spec: SimulationSpec, roster: GpuRoster, reach: number) {
    this.#spec = spec;
    this.roster = roster;
    this.#reach = reach;
    const { insertions = [], outlets = [], seed = 1, timeStep } = spec;
    this.#inserters = insertions.map((insertion, k) => {
      const kinds = insertion.shapes.map(({ shape, material }) => kindOf(spec, shape, material));
      return new Inserter(insertion, kinds, timeStep, Random.stream(seed, k));
    });
    this.#outletSteps = outlets.map((outlet) => new OutletSteps(outlet, timeStep));
    this.#outlets = outlets.map(() => ({ count: 0, mass: 0, energy: 0 }));
  }

  /** The next step before which bodies may appear; infinite when there are none to come. */
  get nextStep(): number {
    return this.#inserters.reduce((least, { nextStep }) => Math.min(least, nextStep), Infinity);
  }

  get insertions(): InsertionProgress[] {
    return this.#inserters.map(({ progress }) => progress);
  }

  get outlets(): OutletProgress[] {
    return this.#outlets.map((state, k) => ({ name: this.#spec.outlets?.[k]?.name ?? '', ...state }));
  }

  /** J that left through outlets. */
  get outletEnergy(): number {
    return this.#outlets.reduce((sum, { energy }) => sum + energy, 0);
  }

  /** Outlets, a bit each, that look after this many steps. */
  outletsAt(step: number): number {
    return this.#outletSteps.reduce((bits, steps, k) => bits | (steps.isDue(step) ? 1 << k : 0), 0);
  }

  /** The bed with what is due at the start, before there is an engine. */
  async startWith(bed: SphereBed): Promise<SphereBed> {
    const born = await this.#insertDue(0, async () =>
      Array.from({ length: bed.count }, (_, i) => ({ centre: vectorAt(bed.position, i), radius: bed.radius[i] ?? 0 })),
    );
    const whole = born === undefined ? bed : joinBeds(bed, born);
    for (let i = 0; i < whole.count; i++) if (whole.isFixed[i] !== 1) this.mass += this.#massOf(whole, i);
    return whole;
  }

  attach(device: GPUDevice, engine: GpuEngine, grid: CellGrid): void {
    this.#engine = { device, engine, grid };
  }

  /** Writes the orientations that the youngest `count` spheres have at the start, from index `first` on: they are followed from now on. */
  uploadTurned(first: number, count: number): void {
    const { device, engine } = this.#attached;
    const four = new Float32Array(4 * count);
    for (let k = 0; k < count; k++) {
      const { w, x, y, z } = this.roster.at(this.roster.count - count + k).orientation;
      four.set([w, x, y, z], 4 * k);
    }
    device.queue.writeBuffer(engine.state.turned, 16 * first, four);
    this.#isTurning = true;
  }

  /** Adds what is due at the present step and has room. */
  async insert(): Promise<void> {
    const { device, engine, grid } = this.#attached;
    const step = engine.stepCount;
    if (this.nextStep > step) return;
    const bed = await this.#insertDue(step, async (min, max) => {
      engine.writeRegions(REGION_WORDS * ((this.#spec.outlets?.length ?? 0) + 1), boxWords('box', min, max, grid));
      const found = await engine.look(surroundingsBit(this.#spec));
      const spheres = await readSpheres(
        device,
        engine,
        grid,
        found.map(({ index }) => index),
      );
      return spheres.map(({ place, radius }) => ({ centre: place, radius }));
    });
    if (bed === undefined) return;
    const gravity = vector3(this.#spec.gravity);
    for (let i = 0; i < bed.count; i++) {
      const mass = this.#massOf(bed, i);
      const velocity = vectorAt(bed.velocity, i);
      this.mass += mass;
      this.broughtEnergy += mass * (0.5 * dot(velocity, velocity) - dot(gravity, vectorAt(bed.position, i)));
    }
    const first = await engine.append(bed.count);
    await uploadBed(device, engine, grid, bed, { first, name: this.roster.size - bed.count });
    if (this.#isTurning) this.uploadTurned(first, bed.count);
  }

  /** Takes out what was found in outlets or outside the domain; a body in several outlets leaves through the first. */
  async takeOut(found: readonly Found[]): Promise<void> {
    const { engine } = this.#attached;
    const outside = outsideBit(this.#spec);
    const isOutside = ({ regions }: Found): boolean => (regions & outside) !== 0;
    let escaped = found.filter(isOutside);
    // The list that follows an outlet is made without those outside either.
    if (escaped.length === 0 && this.#spec.domain?.onEscape === 'delete') escaped = await engine.look(outside);
    const gone = new Set(escaped.map(({ index }) => index));
    let rest = found.filter(({ index }) => !gone.has(index));
    let last = -1;
    do {
      const [k, leaving] = firstOutlet(rest, last);
      await this.#remove(k, leaving, [...gone]);
      gone.clear();
      const more = rest.length > leaving.length ? this.outletsAt(engine.stepCount) & ~(2 ** (k + 1) - 1) : 0;
      rest = more === 0 ? [] : await engine.look(more);
      last = k;
    } while (rest.length > 0);
  }

  save(): SavedPopulation {
    const { mass, broughtEnergy } = this;
    const inserters = this.#inserters.map((inserter) => inserter.save());
    return { roster: this.roster.save(), inserters, outlets: this.#outlets, broughtEnergy, mass };
  }

  /** Throws a SimulationError when the state was saved with other insertions or outlets. */
  restore({ roster, inserters, outlets, broughtEnergy, mass }: SavedPopulation): void {
    if (inserters.length !== this.#inserters.length || outlets.length !== this.#outlets.length) {
      throw new SimulationError(
        'wrong-spec',
        'saved state: it has other insertions or outlets; restore it with the spec it was made with',
      );
    }
    this.roster.restore(roster);
    inserters.forEach((state, k) => {
      this.#inserters[k]?.restore(state);
    });
    this.#outlets = [...outlets];
    this.broughtEnergy = broughtEnergy;
    this.mass = mass;
  }

  get #attached(): Attached {
    if (this.#engine === undefined) throw new Error('there is no engine yet');
    return this.#engine;
  }

  /** Bodies that appear at a step; `near` gives the balls whose centres are between two corners. */
  async #insertDue(
    step: number,
    near: (min: Vector3, max: Vector3) => Promise<readonly Ball[]>,
  ): Promise<SphereBed | undefined> {
    const { domain, halfSpaces = [], meshes = [], timeStep } = this.#spec;
    const time = step * timeStep;
    const born: Sphere[] = [];
    for (const [k, inserter] of this.#inserters.entries()) {
      if (inserter.nextStep > step) continue;
      const { min, max } = inserter.region;
      const far = 2.01 * this.#reach;
      const balls = await near(
        { x: min.x - far, y: min.y - far, z: min.z - far },
        { x: max.x + far, y: max.y + far, z: max.z + far },
      );
      const present = [...balls, ...born.map(({ place, radius }) => ({ centre: place, radius }))];
      const contains = containment(inserter.spec.region);
      const solid = present.reduce(
        (sum, { centre: { x, y, z }, radius }) => (contains(x, y, z) ? sum + massOfSphere(radius, 1) : sum),
        0,
      );
      const surroundings = {
        walls: halfSpaces.map((wall) => wallPlane(wall, time)),
        ...bounds(domain),
        isClear: clearOfMeshes({ meshes, ...(domain && { domain }) }, time),
        forEachBall: (visit: (centre: Vector3, radius: number) => void) => {
          for (const { centre, radius } of present) visit(centre, radius);
        },
      };
      const { shapes, velocity = ZERO_VECTOR, onFull } = inserter.spec;
      const { waiting } = inserter.insert(step, surroundings, solid, ({ kind, scale, place, orientation }) => {
        const { shape = '', material = '' } = shapes[kind] ?? {};
        const number = this.#spec.shapes?.findIndex(({ name }) => name === shape) ?? 0;
        this.roster.add({ shape: number, scale, orientation });
        born.push({
          ...{ name: 0, place, radius: scale * radiusOf(this.#spec, shape), velocity: vector3(velocity) },
          ...{ spin: ZERO_VECTOR, material: materialNumber(this.#spec, material, `insertions[${k}]`) },
        });
      });
      if (waiting > 0 && inserter.isAtOnce && onFull !== 'accept') throw insertionFull(k, inserter, step, timeStep);
    }
    return born.length === 0 ? undefined : bedOfSpheres(born);
  }

  /** Through outlet `k`, and from outside the domain. */
  async #remove(k: number, leaving: readonly number[], escaped: readonly number[]): Promise<void> {
    const { device, engine, grid } = this.#attached;
    const gravity = vector3(this.#spec.gravity);
    const mass = (sphere: Sphere): number => massOfSphere(sphere.radius, this.#density(sphere.material));
    const energy = (sphere: Sphere): number => energyOfSphere(sphere, mass(sphere), gravity);
    const total = (spheres: readonly Sphere[], of: (sphere: Sphere) => number): number =>
      spheres.reduce((sum, sphere) => sum + of(sphere), 0);
    // Velocities of the half step before, as on the CPU.
    const lost = await readSpheres(device, engine, grid, escaped);
    this.broughtEnergy -= total(lost, energy);
    const probed = leaving.length > 0 ? await engine.probe() : undefined;
    const left = await readSpheres(device, engine, grid, leaving, probed?.forces);
    await engine.remove([...leaving, ...escaped]);
    this.mass -= total([...left, ...lost], mass);
    this.roster.remove([...left, ...lost].map(({ name }) => name));
    const state = this.#outlets[k];
    if (probed === undefined || state === undefined) return;
    const elastic = (probed.energies[3] ?? 0) - ((await engine.probe()).energies[3] ?? 0);
    this.#outlets[k] = {
      count: state.count + left.length,
      mass: state.mass + total(left, mass),
      energy: state.energy + total(left, energy) + elastic,
    };
  }

  #massOf(bed: SphereBed, i: number): number {
    return massOfSphere(bed.radius[i] ?? 0, this.#density(bed.material[i] ?? 0));
  }

  #density(material: number): number {
    return this.#spec.materials[material]?.density ?? 0;
  }
}

/** The first outlet after `last` that something is in, and what is in it. */
function firstOutlet(found: readonly Found[], last: number): [number, number[]] {
  const lowest = (regions: number): number => 31 - Math.clz32(regions & -regions);
  const k = found.reduce((least, { regions }) => Math.min(least, lowest(regions)), 32);
  if (k <= last || k === 32) return [last, []];
  return [k, found.filter(({ regions }) => lowest(regions) === k).map(({ index }) => index)];
}

function kindOf(spec: SimulationSpec, name: string, material: string): InsertedShape {
  const shape = spec.shapes?.find((one) => one.name === name) as BodyShapeSpec;
  return insertedShape(shape, undefined, spec.materials.find((one) => one.name === material)?.density ?? 0);
}

function radiusOf({ shapes = [] }: SimulationSpec, name: string): number {
  const shape = shapes.find((one) => one.name === name);
  return shape !== undefined && 'sphere' in shape ? shape.sphere.radius : 0;
}

function vectorAt(vectors: Float64Array, i: number): Vector3 {
  const [x = 0, y = 0, z = 0] = vectors.subarray(3 * i, 3 * i + 3);
  return { x, y, z };
}

function bedOfSpheres(spheres: readonly Sphere[]): SphereBed {
  const bed = emptyBed(spheres.length);
  spheres.forEach(({ place, velocity, radius, material }, i) => {
    bed.position.set([place.x, place.y, place.z], 3 * i);
    bed.velocity.set([velocity.x, velocity.y, velocity.z], 3 * i);
    bed.radius[i] = radius;
    bed.material[i] = material;
  });
  return bed;
}
