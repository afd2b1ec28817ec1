// SPDX-License-Identifier: MIT
/** The insertions of a simulation: bodies that appear between two steps where there is free space. */

import { movedRegion } from '../../bodies/followed-region.ts';
import { NO_PERIODS } from '../../bodies/insertion/ball-grid.ts';
import type { Surroundings } from '../../bodies/insertion/free-space.ts';
import { type InsertedBody, type InsertedKind, Inserter, type InserterState } from '../../bodies/insertion/inserter.ts';
import { DEFAULT_ATTEMPTS, type InsertionProgress } from '../../bodies/insertion/insertion-spec.ts';
import { containment } from '../../bodies/outlet.ts';
import { SceneError, SimulationError } from '../../errors.ts';
import type { Pose } from '../../math/pose.ts';
import { rotate } from '../../math/quaternion.ts';
import { Random } from '../../math/random.ts';
import type { StepClock } from '../../math/step-clock.ts';
import { scale as scaled, subtract, type Vector3, vector3, ZERO_VECTOR } from '../../math/vector.ts';
import * as layout from '../../step-kernel/step-layout.ts';
import type { BodyForm } from '../bodies/body-form.ts';
import type { BodyTable } from '../bodies/body-table.ts';
import { isDead, positionOf } from '../bodies/elements.ts';
import { clockOf } from '../clock.ts';
import type { KeptFills } from '../filling/fill-regions.ts';
import { periodsOf } from '../neighbour-list/periods.ts';
import { massOfSphere } from '../set-up.ts';
import type { BodyShapeSpec, MeshSpec, SimulationSpec } from '../simulation-spec.ts';
import type { StepMemory } from '../time-loop/step-memory.ts';
import { readVector } from '../walls/half-spaces.ts';
import { meshPoseNow } from '../walls/meshes.ts';
import { wallPlaceNow } from '../walls/wall-place.ts';
import { exactPlaces } from './exact-places.ts';
import { clearOfMeshes, shapeClearOfMeshes } from './mesh-obstacles.ts';

/** A shape as insertion sees it. */
export interface InsertedShape extends InsertedKind {
  /** In the shape's own frame. */
  readonly centroid: Vector3;
  /** Undefined for a sphere. */
  readonly form?: BodyForm;
}

export class Insertions {
  readonly #spec: SimulationSpec;
  readonly #clock: StepClock;
  readonly #memory: StepMemory;
  readonly #bodies: BodyTable;
  readonly #inserters: readonly Inserter[];
  readonly #shapes: readonly (readonly InsertedShape[])[];
  readonly #fills: () => KeptFills;

  /**
   * What will be inserted is noted in the table at once, so that its laws are there from the start. `fills` gives the
   * bodies of the regions that are filled, at the start.
   */
  constructor(spec: SimulationSpec, memory: StepMemory, bodies: BodyTable, fills: () => KeptFills) {
    this.#spec = spec;
    this.#fills = fills;
    this.#memory = memory;
    this.#bodies = bodies;
    const { insertions = [], shapes = [], seed = 1 } = spec;
    this.#clock = clockOf(spec);
    this.#shapes = insertions.map((insertion, k) =>
      insertion.shapes.map(({ shape, material }, j) => {
        const number = shapes.findIndex(({ name }) => name === shape);
        const found = shapes[number];
        bodies.expect(found, material, `insertions[${k}].shapes[${j}]`);
        const density = spec.materials.find(({ name }) => name === material)?.density ?? 0;
        return insertedShape(found, bodies.forms[number], density);
      }),
    );
    this.#inserters = insertions.map(
      (insertion, k) => new Inserter(insertion, this.#shapes[k] ?? [], this.#clock, Random.stream(seed, k)),
    );
  }

  /** The next step before which bodies may appear; infinite when there are none to come. */
  get nextStep(): number {
    return this.#inserters.reduce((least, { nextStep }) => Math.min(least, nextStep), Infinity);
  }

  get progress(): InsertionProgress[] {
    return this.#inserters.map(({ progress }) => progress);
  }

  /**
   * Inserts the bodies that are due at a step and find space, and returns their energy. Throws if all were to appear at
   * once and some found no space.
   */
  insertDue(step: number): number {
    let energy = 0;
    // Fills first: they know the bodies of the spec alone.
    for (const [k, inserter] of fillsFirst(this.#inserters)) {
      if (inserter.nextStep > step) continue;
      if (inserter.spec.fill !== undefined) {
        const { inserted = [], fraction = 0 } = this.#fills().get(k) ?? {};
        for (const body of inserted) energy += this.#add(k, body);
        inserter.noteFilled(inserted, fraction);
        continue;
      }
      const { follows, region } = inserter.spec;
      const now = follows && wallPlaceNow(this.#memory, this.#spec, follows.wall);
      if (now !== undefined) inserter.place = movedRegion(region, follows?.start ?? now, now);
      const surroundings = surroundingsOf(this.#memory, this.#spec, this.#clock.timeOf(step), this.#bodies.forms);
      const solid = inserter.isAtOnce ? this.#bodies.volumeIn(containment(inserter.place)) : 0;
      const { waiting } = inserter.insert(step, surroundings, solid, (body) => {
        energy += this.#add(k, body);
      });
      if (waiting > 0 && inserter.isAtOnce && inserter.spec.onFull !== 'accept')
        throw insertionFull(k, inserter, step, this.#clock);
    }
    return energy;
  }

  save(): InserterState[] {
    return this.#inserters.map((inserter) => inserter.save());
  }

  /** The state must be of the same spec; the caller has checked it. */
  restore(states: readonly InserterState[]): void {
    for (const [k, inserter] of this.#inserters.entries()) {
      const state = states[k];
      if (state !== undefined) inserter.restore(state);
    }
  }

  #add(insertion: number, { kind, scale, position, orientation }: InsertedBody): number {
    const spec = this.#spec.insertions?.[insertion];
    const inserted = spec?.shapes[kind];
    const shape = this.#shapes[insertion]?.[kind];
    if (inserted === undefined || shape === undefined) return 0;
    const body = {
      shape: inserted.shape,
      material: inserted.material,
      orientation,
      position: subtract(position, scaled(rotate(orientation, shape.centroid), scale)),
      velocity: spec?.velocity ?? ZERO_VECTOR,
      ...(scale !== 1 && { scale }),
    };
    return this.#bodies.add(body, `insertions[${insertion}]`).energy;
  }
}

/** Inserters with their numbers, those that fill a region before the others. */
export function fillsFirst(inserters: readonly Inserter[]): (readonly [number, Inserter])[] {
  const numbered = [...inserters.entries()];
  const isFill = ([, { spec }]: readonly [number, Inserter]): boolean => spec.fill !== undefined;
  return [...numbered.filter(isFill), ...numbered.filter((each) => !isFill(each))];
}

/** Why bodies that were to appear at once did not: a wrong scene at the start, a failure of the run later. */
export function insertionFull(
  k: number,
  { spec, progress }: Inserter,
  step: number,
  clock: StepClock,
): SceneError | SimulationError {
  const { inserted, mass, waiting, porosity } = progress;
  const { name, attempts = DEFAULT_ATTEMPTS } = spec;
  const wanted = [
    ...(spec.count === undefined ? [] : [`${inserted} of ${spec.count} bodies fitted`]),
    ...(spec.mass === undefined ? [] : [`${mass.toPrecision(4)} of ${spec.mass} kg fitted`]),
    ...(spec.porosity === undefined ? [] : [`${inserted} bodies fitted before porosity ${spec.porosity} was reached`]),
  ];
  const reached = porosity === undefined ? '' : `, porosity ${porosity.toFixed(3)} of the region`;
  const message =
    `insertions[${k}] "${name}": ${wanted.join(', ')}${reached}; the next found no place in ${attempts} attempts: ` +
    ('enlarge the region, take fewer or smaller bodies, raise attempts, set onFull to accept, give a rate and let ' +
      'them come one by one, or pack them densely: fill: { region: …, fraction: … } instead of the region and amount');
  const details = { path: `insertions[${k}]`, name, inserted, mass, waiting, porosity, attempts, step };
  if (step === 0) return new SceneError('insertion-full', message, details);
  const time = clock.timeOf(step);
  return new SimulationError('insertion-full', `step ${step}, time ${time} s: ${message}`, { ...details, time });
}

/** Where centres of mass must be for the domain's sake, and how space repeats itself. */
export function bounds(domain: SimulationSpec['domain']): Pick<Surroundings, 'periods' | 'min' | 'max'> {
  const [x = false, y = false, z = false] = domain?.periodic ?? [];
  const low = domain === undefined ? undefined : vector3(domain.min);
  const high = domain === undefined ? undefined : vector3(domain.max);
  const bound = (value: number | undefined, isPeriodic: boolean, none: number): number =>
    value === undefined || isPeriodic ? none : value;
  return {
    periods: domain === undefined ? NO_PERIODS : { min: vector3(domain.min), period: periodsOf(domain) },
    min: { x: bound(low?.x, x, -Infinity), y: bound(low?.y, y, -Infinity), z: bound(low?.z, z, -Infinity) },
    max: { x: bound(high?.x, x, Infinity), y: bound(high?.y, y, Infinity), z: bound(high?.z, z, Infinity) },
  };
}

/** Spheres as they are, all others by the balls of their parts. */
export function insertedShape(shape: BodyShapeSpec, form: BodyForm | undefined, density: number): InsertedShape {
  if ('sphere' in shape) {
    const { radius } = shape.sphere;
    const balls = [{ centre: ZERO_VECTOR, radius }];
    const volume = massOfSphere(radius, 1);
    return { balls, radius, volume, mass: density * volume, centroid: ZERO_VECTOR };
  }
  if (form === undefined) throw new RangeError(`no form of ${shape.name}`);
  const { spheres, principal, centroid, volume, radius } = form;
  const balls = spheres.map((ball) => ({ centre: rotate(principal, ball.centre), radius: ball.radius }));
  return { balls, radius, volume, mass: density * volume, centroid, form };
}

function surroundingsOf(
  memory: StepMemory,
  { domain, meshes = [] }: SimulationSpec,
  time: number,
  forms: BodyTable['forms'],
): Surroundings {
  const { F, I } = memory;
  const at = memory.address(layout.HALF_SPACE);
  const walls = Array.from({ length: I[layout.HALF_SPACE_COUNT] }, (_, k) => {
    const wall = at + layout.HALF_SPACE_STRIDE * k;
    return {
      normal: readVector(F, wall + layout.HALF_SPACE_NORMAL),
      offset: F[wall + layout.HALF_SPACE_OFFSET],
    };
  });
  const obstacles = { meshes, ...(domain && { domain }) };
  const poseOf = (mesh: MeshSpec, k: number): Pose => meshPoseNow(memory, k, mesh, time);
  return {
    walls,
    ...bounds(domain),
    isClear: clearOfMeshes(obstacles, time, poseOf),
    exact: exactPlaces(memory, forms, walls, shapeClearOfMeshes(obstacles, time, poseOf)),
    forEachBall: (visit) => {
      const position = memory.address(layout.POSITION);
      for (let e = 0; e < I[layout.ELEMENT_COUNT]; e++) {
        if (!isDead(memory, e)) visit(positionOf(memory, e), F[position + 4 * e + 3], e);
      }
    },
  };
}
