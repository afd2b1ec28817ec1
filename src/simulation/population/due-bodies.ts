// SPDX-License-Identifier: MIT
/**
 * Bodies that insertions put into a simulation whose state is not in our memory, on a GPU or in another engine: the
 * same code and random numbers as on the CPU, so the same bodies appear until the trajectories part.
 */
import { type InsertedBody, Inserter } from '../../bodies/insertion/inserter.ts';
import { containment } from '../../bodies/outlet.ts';
import type { Ball } from '../../bodies/union-of-balls.ts';
import { power } from '../../math/elementary.ts';
import { type Quaternion, rotate } from '../../math/quaternion.ts';
import { Random } from '../../math/random.ts';
import type { StepClock } from '../../math/step-clock.ts';
import { add, scale as scaled, type Vector3, vector3, ZERO_VECTOR } from '../../math/vector.ts';
import { bodyForm } from '../bodies/body-form.ts';
import { clockOf } from '../clock.ts';
import { fillsOf } from '../filling/fill-regions.ts';
import { materialNumber } from '../set-up.ts';
import { Simulation } from '../simulation.ts';
import type { BodyShapeSpec, SimulationSpec } from '../simulation-spec.ts';
import { wallPlane } from '../walls/wall-plane.ts';
import { bounds, fillsFirst, type InsertedShape, insertedShape, insertionFull } from './insertions.ts';
import { clearOfMeshes } from './mesh-obstacles.ts';

/** A body that takes room. */
export interface Present {
  /** Centre of mass. */
  readonly position: Vector3;
  readonly volume: number;
  /** Balls around its parts. */
  readonly balls: readonly Ball[];
}

/** A body that appears. */
export interface Newcomer extends Present {
  /** Number of the shape in the spec, and factor on its size. */
  readonly shape: number;
  readonly scale: number;
  /** Of the shape's own frame. */
  readonly orientation: Quaternion;
  readonly velocity: Vector3;
  readonly material: number;
}

export class DueBodies {
  readonly inserters: readonly Inserter[];
  readonly #spec: SimulationSpec;
  readonly #clock: StepClock;
  readonly #kinds: readonly (readonly InsertedShape[])[];
  /** Largest radius of all bodies. */
  readonly #reach: number;

  constructor(spec: SimulationSpec, reach: number) {
    this.#spec = spec;
    this.#reach = reach;
    const { insertions = [], seed = 1 } = spec;
    this.#clock = clockOf(spec);
    this.#kinds = insertions.map(({ shapes }) => shapes.map(({ shape, material }) => kindOf(spec, shape, material)));
    this.inserters = insertions.map(
      (insertion, k) => new Inserter(insertion, this.#kinds[k] ?? [], this.#clock, Random.stream(seed, k)),
    );
  }

  /** The next step before which bodies may appear; infinite when there are none to come. */
  get nextStep(): number {
    return this.inserters.reduce((least, { nextStep }) => Math.min(least, nextStep), Infinity);
  }

  /** Bodies that appear at a step; `near` gives those whose centres are between two corners. */
  async at(step: number, near: (min: Vector3, max: Vector3) => Promise<readonly Present[]>): Promise<Newcomer[]> {
    const { domain, halfSpaces = [], meshes = [] } = this.#spec;
    const time = this.#clock.timeOf(step);
    const born: Newcomer[] = [];
    for (const [k, inserter] of fillsFirst(this.inserters)) {
      if (inserter.nextStep > step) continue;
      if (inserter.spec.fill !== undefined) {
        const { inserted = [], fraction = 0 } = fillsOf(this.#spec, (world) => new Simulation(world)).get(k) ?? {};
        for (const body of inserted) born.push(this.#newcomer(k, body));
        inserter.noteFilled(inserted, fraction);
        continue;
      }
      const { min, max } = inserter.region;
      const far = 2.01 * this.#reach;
      const bodies = await near(
        { x: min.x - far, y: min.y - far, z: min.z - far },
        { x: max.x + far, y: max.y + far, z: max.z + far },
      );
      const present = [...bodies, ...born];
      const contains = containment(inserter.spec.region);
      const solid = present.reduce(
        (sum, { position: { x, y, z }, volume }) => (contains(x, y, z) ? sum + volume : sum),
        0,
      );
      const surroundings = {
        walls: halfSpaces.map((wall) => wallPlane(wall, time)),
        ...bounds(domain),
        isClear: clearOfMeshes({ meshes, ...(domain && { domain }) }, time),
        forEachBall: (visit: (centre: Vector3, radius: number) => void) => {
          for (const { balls } of present) for (const { centre, radius } of balls) visit(centre, radius);
        },
      };
      const { waiting } = inserter.insert(step, surroundings, solid, (body) => born.push(this.#newcomer(k, body)));
      const { onFull } = inserter.spec;
      if (waiting > 0 && inserter.isAtOnce && onFull !== 'accept') throw insertionFull(k, inserter, step, this.#clock);
    }
    return born;
  }

  #newcomer(k: number, { kind, scale, position, orientation }: InsertedBody): Newcomer {
    const { shapes, velocity = ZERO_VECTOR } = this.inserters[k].spec;
    const { shape, material } = shapes[kind];
    const { balls, volume } = this.#kinds[k][kind];
    return {
      shape: this.#spec.shapes?.findIndex(({ name }) => name === shape) ?? 0,
      scale,
      position,
      orientation,
      velocity: vector3(velocity),
      material: materialNumber(this.#spec, material, `insertions[${k}]`),
      volume: volume * power(scale, 3),
      balls: balls.map(({ centre, radius }) => ({
        centre: add(position, rotate(orientation, scaled(centre, scale))),
        radius: scale * radius,
      })),
    };
  }
}

function kindOf(spec: SimulationSpec, name: string, material: string): InsertedShape {
  const shape = spec.shapes?.find((one) => one.name === name) as BodyShapeSpec;
  return insertedShape(shape, bodyForm(shape), spec.materials.find((one) => one.name === material)?.density ?? 0);
}
