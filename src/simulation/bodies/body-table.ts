// SPDX-License-Identifier: MIT
/**
 * The bodies of a simulation by id: adds, removes, finds and moves them. A sphere is an element; any other body has one
 * or several elements.
 */

import { SimulationError } from '../../errors.ts';
import { power } from '../../math/elementary.ts';
import { LARGEST_COORDINATE, pose } from '../../math/pose.ts';
import { add, addScaled, dot, subtract, type Vector3, vector3, ZERO_VECTOR } from '../../math/vector.ts';
import type { StepKernel } from '../../step-kernel/step-kernel.ts';
import * as layout from '../../step-kernel/step-layout.ts';
import { checkMotion } from '../checks/check-motion.ts';
import { checkBody, checkVector, refuse } from '../checks/check-spec.ts';
import { SolidPairLawShapes, solidPairFinders } from '../checks/solid-pair-laws.ts';
import { periodsOf } from '../neighbour-list/periods.ts';
import { massOfSphere, materialNumber, radiiOfShape } from '../set-up.ts';
import type { BodyGroupSpec, BodyShapeSpec, BodySpec, SimulationSpec } from '../simulation-spec.ts';
import type { SavedBodies } from '../state/saved-state.ts';
import { GROWTH, roomForElements } from '../time-loop/simulation-room.ts';
import type { StepMemory } from '../time-loop/step-memory.ts';
import { type BodyHandle, readBody, viewBodies } from '../views/body-view.ts';
import type { BodyState, BodyView } from '../views/simulation-views.ts';
import { readVector } from '../walls/half-spaces.ts';
import { type BodyForm, bodyForm } from './body-form.ts';
import { bodyOfGroup, countOf, isGroup } from './body-groups.ts';
import { scaledForm } from './body-scale.ts';
import {
  appendClump,
  clumpAddress,
  clumpEnergy,
  clumpInteger,
  markClumpDead,
  momentumOf,
  rateOf,
  setClumpMotion,
} from './clumps.ts';
import {
  appendCopies,
  appendElement,
  energyOf,
  flagsOf,
  idOf,
  inverseMassOf,
  isDead,
  kineticOf,
  markDead,
  materialOf,
  ownerOf,
  setMotion,
  shapeOf,
} from './elements.ts';
import { HalfWidths } from './half-widths.ts';
import { HandleIndex } from './handle-index.ts';
import { motionAt, type PrescribedBody, steeringOf } from './prescribed-bodies.ts';

interface BodyMotion {
  readonly velocity: Vector3;
  readonly angularVelocity: Vector3;
}

const NO_MOTION: BodyMotion = { velocity: ZERO_VECTOR, angularVelocity: ZERO_VECTOR };

export class BodyTable {
  readonly #spec: SimulationSpec;
  readonly #memory: StepMemory;
  readonly #kernel: StepKernel;
  /** Forms of the shapes that are not spheres. */
  readonly forms: readonly (BodyForm | undefined)[];
  /** Radii of the shapes at size 1, as `BodyView.radius` has them; undefined for kinds that are not scaled. */
  readonly sizes: readonly (number | undefined)[];
  /** Of all spheres so far, those of clumps and of removed bodies included. */
  largestRadius = 0;
  /** Smallest half thickness of all bodies so far. */
  smallestSize = Infinity;
  readonly materials = new Set<number>();
  /** Materials of bodies that forces move, now or after insertion. */
  readonly freeMaterials = new Set<number>();
  prescribed: readonly PrescribedBody[] = [];
  /** Their velocities before the present step. */
  #before: readonly BodyMotion[] = [];
  /** Energy of a body in the potentials of fields. */
  energyInFields: ((handle: BodyHandle) => number) | undefined;
  nextId = 0;
  memberCount = 0;
  count = 0;
  /** Handles by id, for the order of elements numbered `#indexSort`. */
  #index = new HandleIndex();
  #indexSort = 0;
  readonly #lawShapes: SolidPairLawShapes;
  /** Some bodies touch by their pressure fields. */
  readonly #byField: boolean;
  readonly #halfWidths: HalfWidths;

  constructor(spec: SimulationSpec, memory: StepMemory, kernel: StepKernel) {
    this.#spec = spec;
    this.#memory = memory;
    this.#kernel = kernel;
    this.#byField = solidPairFinders(spec).byField;
    this.forms = (spec.shapes ?? []).map((shape) => bodyForm(shape, this.#byField));
    this.#lawShapes = new SolidPairLawShapes(spec);
    this.#halfWidths = new HalfWidths(spec);
    this.sizes = (spec.shapes ?? []).map((shape, k) =>
      'sphere' in shape ? shape.sphere.radius : this.forms[k]?.radius,
    );
  }

  /** Address of a body; undefined for an unknown id. */
  find(id: number): BodyHandle | undefined {
    this.#refreshIndex();
    return this.#index.get(id);
  }

  handleOf(id: number): BodyHandle {
    const handle = this.find(id);
    if (handle !== undefined) return handle;
    throw new SimulationError('no-such-body', `body ${id}: there is no such body; there are ${this.count}`, { id });
  }

  /** To be called after ids have changed: handles are sought anew. */
  forgetHandles(): void {
    this.#indexSort = -1;
  }

  /** All bodies in the order of their ids. */
  handles(): Int32Array {
    this.#refreshIndex();
    return this.#index.handles();
  }

  /** Number of the shape and of the material of every element's body, and the factor on the shape's size. */
  *kinds(): Iterable<readonly [shape: number, material: number, scale: number]> {
    const { F } = this.#memory;
    for (let e = 0; e < this.#memory.I[layout.ELEMENT_COUNT]; e++) {
      const owner = ownerOf(this.#memory, e);
      const position = this.#memory.address(layout.POSITION) + 4 * e + 3;
      const radius = F[owner < 0 ? position : clumpAddress(this.#memory, owner) + layout.BODY_RADIUS];
      const shape = shapeOf(this.#memory, e);
      yield [shape, materialOf(this.#memory, e), this.scaleOf(shape, radius)];
    }
  }

  /** Factor on the size of a shape that gives a body this radius. */
  scaleOf(shape: number, radius: number): number {
    const size = this.sizes[shape];
    return size === undefined ? 1 : radius / size;
  }

  /** All bodies in the order of their ids. The forces of the present time must have been probed. */
  view(): BodyView {
    const view = viewBodies(this.#memory, this.handles(), this.forms);
    return { ...view, scale: view.radius.map((radius, k) => this.scaleOf(view.shape[k], radius)) };
  }

  /** One body. The forces of the present time must have been probed. */
  stateOf(id: number): BodyState {
    const body = readBody(this.#memory, this.handleOf(id), this.forms);
    return { ...body, scale: this.scaleOf(body.shape, body.radius) };
  }

  /**
   * Registers a kind of body that will be inserted: its laws are needed from now on, and missing ones are refused now.
   */
  expect(shape: BodyShapeSpec, material: string, path: string): void {
    const number = materialNumber(this.#spec, material, `${path}.material`);
    this.materials.add(number);
    this.freeMaterials.add(number);
    this.#lawShapes.add(shape, material, path);
  }

  /** Adds the bodies of a spec at the start, and returns the energy they bring. */
  addAll(bodies: SimulationSpec['bodies'] = []): number {
    let energy = 0;
    let first = 0;
    for (const entry of bodies) {
      if (!isGroup(entry)) energy += this.add(entry, `bodies[${first}]`).energy;
      else energy = this.#addGroup(entry, first, energy);
      first += countOf(entry);
    }
    return energy;
  }

  /** `first` is the number of its first body in the spec. Returns `before` plus the energies of its bodies. */
  #addGroup(group: BodyGroupSpec, first: number, before: number): number {
    const { positions } = group;
    if (!(positions instanceof Float64Array) || positions.length % 3 !== 0) {
      refuse(`bodies[${first}].positions`, 'a Float64Array with three numbers a body', describeLength(positions));
    }
    const count = countOf(group);
    const shape = (this.#spec.shapes ?? []).find(({ name }) => name === group.shape);
    let energy = before;
    // The first body passes the checks for all; positions are checked one by one.
    const oneByOne =
      shape !== undefined && 'sphere' in shape && group.motion === undefined ? Math.min(1, count) : count;
    for (let k = 0; k < oneByOne; k++) energy += this.add(bodyOfGroup(group, k), `bodies[${first + k}]`).energy;
    return oneByOne < count ? this.#addCopies(positions.subarray(3), first + 1, energy) : energy;
  }

  /** Adds spheres that are equal to the last element but for their positions; energies as in `#addGroup`. */
  #addCopies(positions: Float64Array, first: number, before: number): number {
    const memory = this.#memory;
    const count = positions.length / 3;
    this.#makeRoom(count, 0, 0);
    const { F, I } = memory;
    const e = I[layout.ELEMENT_COUNT] - 1;
    const copied = appendCopies(memory, e, count, this.nextId);
    const periods = periodsOf(this.#spec.domain);
    const isPeriodic = Math.min(periods.x, periods.y, periods.z) < Infinity;
    const { velocity, angularVelocity } = this.motionOf(e);
    const kinetic = kineticOf(memory, e, velocity, angularVelocity);
    const inverseMass = inverseMassOf(memory, e);
    const gravity = readVector(F, layout.GRAVITY);
    let energy = before;
    for (let k = 0; k < count; k++) {
      let [x, y, z] = [positions[3 * k], positions[3 * k + 1], positions[3 * k + 2]];
      if (!(Math.max(Math.abs(x), Math.abs(y), Math.abs(z)) <= LARGEST_COORDINATE)) {
        checkPosition([x, y, z], `bodies[${first + k}].position`);
      }
      if (isPeriodic) ({ x, y, z } = this.#insidePeriods({ x, y, z }));
      F[copied + 4 * k] = x;
      F[copied + 4 * k + 1] = y;
      F[copied + 4 * k + 2] = z;
      if (this.#isIndexed()) this.#index.set(this.nextId + k, e + 1 + k);
      const own = inverseMass === 0 ? 0 : (kinetic - (gravity.x * x + gravity.y * y + gravity.z * z)) / inverseMass;
      energy += own + (this.energyInFields?.(e + 1 + k) ?? 0);
    }
    this.count += count;
    this.nextId += count;
    return energy;
  }

  /**
   * Adds a body and returns its id and the energy it brings; `time` is that at which it sets out on its motion, if it
   * has one.
   */
  add(body: BodySpec, path: string, time = 0): { readonly id: number; readonly energy: number } {
    checkBody(body, path);
    if (body.motion !== undefined) checkMotion(body.motion, `${path}.motion`);
    const spec = this.#spec;
    const id = body.id ?? this.nextId;
    const shapes = spec.shapes ?? [];
    const shape = shapes.findIndex(({ name }) => name === body.shape);
    const { scale = 1 } = body;
    const defined = shapes[shape];
    if (defined === undefined) {
      return refuse(`${path}.shape`, `one of ${shapes.map(({ name }) => `"${name}"`).join(', ')}`, body.shape);
    }
    const material = materialNumber(spec, body.material, `${path}.material`);
    this.#lawShapes.add(defined, body.material, path);
    if (id < this.nextId && this.find(id) !== undefined) refuse(`${path}.id`, 'a number that no other body has', id);
    const density = spec.materials[material]?.density ?? 0;
    const isFixed = body.fixed === true || body.motion !== undefined;
    const velocity = isFixed ? ZERO_VECTOR : given(body.velocity);
    const angularVelocity = isFixed ? ZERO_VECTOR : given(body.angularVelocity);
    const { position, orientation } = pose({
      position: this.#insidePeriods(vector3(body.position)),
      ...(body.orientation === undefined ? {} : { orientation: body.orientation }),
    });
    const ownForm = this.forms[shape];
    const form = ownForm && scaledForm(ownForm, scale);
    let handle: BodyHandle;
    if ('sphere' in defined) {
      handle = this.#memory.I[layout.ELEMENT_COUNT];
      this.#makeRoom(1, 0, 0);
      const { w, x, y, z } = orientation;
      const radius = scale * defined.sphere.radius;
      const inverseMass = isFixed ? 0 : 1 / massOfSphere(radius, density);
      const element = { id, shape, material, radius, position, velocity, angularVelocity, inverseMass };
      appendElement(this.#memory, { ...element, orientation: [w, x, y, z] });
    } else if (form !== undefined) {
      handle = -1 - this.#memory.I[layout.BODY_COUNT];
      this.#makeRoom(form.spheres.length, 1, form.spheres.length);
      const moving = { position, orientation, velocity, angularVelocity, isFixed };
      const clump = { id, shape, material, density, form, size: scale * this.#halfWidths.of(shape), ...moving };
      appendClump(this.#memory, this.#kernel, clump, this.memberCount);
      this.memberCount += form.spheres.length;
    } else return refuse(`${path}.shape`, 'a sphere, clump, convex shape or compound', body.shape);
    if (this.#isIndexed()) this.#index.set(id, handle);
    this.count += 1;
    this.nextId = Math.max(this.nextId, id + 1);
    this.materials.add(material);
    if (!isFixed) this.freeMaterials.add(material);
    const radii = radiiOfShape(defined, this.#byField);
    this.largestRadius = Math.max(this.largestRadius, ...radii.map((radius) => scale * radius));
    this.smallestSize = Math.min(this.smallestSize, scale * this.#halfWidths.of(shape));
    if (body.motion !== undefined) {
      const origin = this.positionOf(handle);
      const prescribed = { id, motion: body.motion, origin };
      const start = motionAt(prescribed, time);
      this.setMotion(handle, start.velocity, start.angularVelocity);
      this.prescribed = [...this.prescribed, prescribed];
    }
    return { id, energy: this.energyOf(handle, velocity, angularVelocity) };
  }

  remove(handle: BodyHandle): void {
    const id = this.idOf(handle);
    if (handle >= 0) markDead(this.#memory, handle);
    else markClumpDead(this.#memory, -1 - handle);
    this.#index.delete(id);
    this.count -= 1;
    this.prescribed = this.prescribed.filter((body) => body.id !== id);
  }

  /**
   * Removes a body and returns its energy, with the velocities at the half step before: all that is known while a list
   * is being made.
   */
  removeWithEnergy(handle: BodyHandle): number {
    const { velocity, angularVelocity } = this.motionOf(handle);
    const energy = this.energyOf(handle, velocity, angularVelocity);
    this.remove(handle);
    return energy;
  }

  idOf(handle: BodyHandle): number {
    return handle >= 0 ? idOf(this.#memory, handle) : clumpInteger(this.#memory, -1 - handle, layout.BODY_ID);
  }

  /** Ids and centres of mass. */
  positionsOf(handles: readonly BodyHandle[]): { readonly id: number; readonly position: Vector3 }[] {
    return handles.map((handle) => ({ id: this.idOf(handle), position: this.positionOf(handle) }));
  }

  /** Centre of mass. */
  positionOf(handle: BodyHandle): Vector3 {
    return this.#vector(handle, layout.POSITION, 4, layout.BODY_POSITION);
  }

  /** Velocities as the memory holds them, at the half step before. */
  motionOf(handle: BodyHandle): BodyMotion {
    const stride = layout.MOTION_STRIDE;
    return {
      velocity: this.#vector(handle, layout.MOTION, stride, layout.BODY_VELOCITY),
      angularVelocity: this.#vector(handle, layout.MOTION, stride, layout.BODY_ANGULAR_VELOCITY, 3),
    };
  }

  /** Volume of the bodies whose centres of mass are where `contains` says. */
  volumeIn(contains: (x: number, y: number, z: number) => boolean): number {
    let volume = 0;
    for (const handle of this.handles()) {
      const { x, y, z } = this.positionOf(handle);
      if (contains(x, y, z)) volume += this.#volumeOf(handle);
    }
    return volume;
  }

  /** Kinetic and potential energy with these velocities. */
  energyOf(handle: BodyHandle, velocity: Vector3, angularVelocity: Vector3): number {
    const inFields = this.energyInFields?.(handle) ?? 0;
    if (handle >= 0) return energyOf(this.#memory, handle, velocity, angularVelocity) + inFields;
    return clumpEnergy(this.#memory, -1 - handle, velocity, angularVelocity) + inFields;
  }

  setMotion(handle: BodyHandle, velocity: Vector3, angularVelocity: Vector3): void {
    if (handle >= 0) setMotion(this.#memory, handle, velocity, angularVelocity);
    else setClumpMotion(this.#memory, this.#kernel, -1 - handle, velocity, angularVelocity);
  }

  /** Gives a body other velocities at the present time, and returns the energy that it gains by that. */
  changeMotion({ id, velocity, angularVelocity }: BodyState, after: Vector3, spin: Vector3): number {
    const handle = this.handleOf(id);
    const gain = this.energyOf(handle, after, spin) - this.energyOf(handle, velocity, angularVelocity);
    this.setMotion(handle, after, spin);
    return gain;
  }

  /** Velocities of a body after an impulse and an angular impulse about its centre of mass. */
  kickedMotion({ id, velocity, angularVelocity }: BodyState, impulse: Vector3, turn: Vector3): BodyMotion {
    const handle = this.handleOf(id);
    const { F, I } = this.#memory;
    if (handle >= 0) {
      const inverseMass = inverseMassOf(this.#memory, handle);
      const radius = F[I[layout.POSITION] + 4 * handle + 3];
      const perTurn = (2.5 * inverseMass) / (radius * radius);
      return {
        velocity: addScaled(velocity, impulse, inverseMass),
        angularVelocity: addScaled(angularVelocity, turn, perTurn),
      };
    }
    const at = clumpAddress(this.#memory, -1 - handle);
    const inverseMass = F[at + layout.BODY_INVERSE_MASS];
    if (inverseMass === 0) return { velocity, angularVelocity };
    return {
      velocity: addScaled(velocity, impulse, inverseMass),
      angularVelocity: rateOf(F, at, add(momentumOf(F, at, angularVelocity), turn)),
    };
  }

  /** Gives the bodies with a motion their velocities for the step from `time` on. */
  steer(time: number): void {
    this.#before = this.prescribed.map((body) => {
      const handle = this.handleOf(body.id);
      // A new body has no previous position: half of the work of the first force, as for a first half step.
      const before = this.#isFresh(handle) ? NO_MOTION : this.motionOf(handle);
      const position = this.positionOf(handle);
      const periods = periodsOf(this.#spec.domain);
      const { velocity, angularVelocity } = steeringOf(body, position, time, this.#spec.timeStep, periods);
      this.setMotion(handle, velocity, angularVelocity);
      return before;
    });
  }

  /**
   * After a step: the forces on bodies with a motion have worked at the mean of the velocities before and after; the
   * kernel has taken the latter.
   */
  noteWork(): void {
    const { F } = this.#memory;
    const half = 0.5 * this.#spec.timeStep;
    this.prescribed.forEach(({ id }, k) => {
      const before = this.#before[k];
      if (before === undefined) return;
      const handle = this.handleOf(id);
      const { velocity, angularVelocity } = this.motionOf(handle);
      const force = this.#vector(handle, layout.FORCE, 6, layout.BODY_FORCE);
      const torque = this.#vector(handle, layout.FORCE, 6, layout.BODY_FORCE + 3, 3);
      const work =
        dot(force, subtract(velocity, before.velocity)) +
        dot(torque, subtract(angularVelocity, before.angularVelocity));
      const sums = this.#memory.address(layout.BLOCK) + layout.BLOCK_WALL_WORK;
      F[sums] = F[sums] + half * work;
    });
  }

  /** Gives the bodies with a motion the velocities that they have at `time`. */
  steerBack(time: number): void {
    for (const body of this.prescribed) {
      const { velocity, angularVelocity } = motionAt(body, time);
      this.setMotion(this.handleOf(body.id), velocity, angularVelocity);
    }
  }

  #isFresh(handle: BodyHandle): boolean {
    const flags =
      handle >= 0 ? flagsOf(this.#memory, handle) : clumpInteger(this.#memory, -1 - handle, layout.BODY_FLAGS);
    return (flags & layout.FRESH) !== 0;
  }

  /** The state outside the kernel memory. */
  save(): SavedBodies {
    const { nextId, memberCount, prescribed, largestRadius } = this;
    return { nextId, memberCount, prescribed, largestRadius };
  }

  /** Counts the bodies after the memory of a saved state has been read. */
  restore({ nextId, memberCount, prescribed, largestRadius }: SavedBodies): void {
    Object.assign(this, { nextId, memberCount, prescribed, largestRadius });
    this.#indexSort = -1;
    this.#refreshIndex();
    this.count = this.#index.size;
    const { F, I } = this.#memory;
    const inverseMass = this.#memory.address(layout.MOTION) + layout.INVERSE_MASS;
    for (let e = 0; e < I[layout.ELEMENT_COUNT]; e++) {
      const material = materialOf(this.#memory, e);
      this.materials.add(material);
      if (F[inverseMass + layout.MOTION_STRIDE * e] !== 0) this.freeMaterials.add(material);
    }
    this.smallestSize = this.#halfWidths.restore(this.#memory, this);
  }

  #volumeOf(handle: BodyHandle): number {
    const memory = this.#memory;
    if (handle >= 0) return massOfSphere(memory.F[memory.address(layout.POSITION) + 4 * handle + 3], 1);
    const shape = clumpInteger(memory, -1 - handle, layout.BODY_SHAPE);
    const scale = this.scaleOf(shape, memory.F[clumpAddress(memory, -1 - handle) + layout.BODY_RADIUS] ?? 0);
    return (this.forms[shape]?.volume ?? 0) * power(scale, 3);
  }

  /** The image of a point within the domain, in the directions in which it repeats. */
  #insidePeriods({ x, y, z }: Vector3): Vector3 {
    const periods = periodsOf(this.#spec.domain);
    const [minX = 0, minY = 0, minZ = 0] = this.#memory.F.subarray(layout.DOMAIN_MIN, layout.DOMAIN_MIN + 3);
    const inside = (value: number, min: number, period: number): number =>
      period < Infinity ? value - period * Math.floor((value - min) / period) : value;
    return { x: inside(x, minX, periods.x), y: inside(y, minY, periods.y), z: inside(z, minZ, periods.z) };
  }

  #isIndexed(): boolean {
    return this.#indexSort === this.#memory.I[layout.SORT_COUNT];
  }

  #refreshIndex(): void {
    if (this.#isIndexed()) return;
    const { I } = this.#memory;
    this.#index = new HandleIndex(I[layout.ELEMENT_COUNT]);
    for (let e = 0; e < I[layout.ELEMENT_COUNT]; e++) {
      if (ownerOf(this.#memory, e) < 0 && !isDead(this.#memory, e)) this.#index.set(idOf(this.#memory, e), e);
    }
    for (let b = 0; b < I[layout.BODY_COUNT]; b++) {
      if ((clumpInteger(this.#memory, b, layout.BODY_FLAGS) & layout.DEAD) !== 0) continue;
      this.#index.set(clumpInteger(this.#memory, b, layout.BODY_ID), -1 - b);
    }
    this.#indexSort = I[layout.SORT_COUNT];
  }

  #makeRoom(elements: number, clumps: number, members: number): void {
    const room = this.#memory.capacities;
    const wanted = {
      elements: this.#memory.I[layout.ELEMENT_COUNT] + elements,
      clumps: this.#memory.I[layout.BODY_COUNT] + clumps,
      members: this.memberCount + members,
    };
    const more = (key: keyof typeof wanted): number => (wanted[key] > room[key] ? Math.ceil(GROWTH * wanted[key]) : 0);
    if (more('elements') + more('clumps') + more('members') === 0) return;
    const forElements = more('elements') > 0 ? roomForElements(more('elements')) : {};
    this.#memory.grow({ ...forElements, clumps: more('clumps'), members: more('members') });
  }

  #vector(handle: BodyHandle, array: number, stride: number, ofClump: number, offset = 0): Vector3 {
    const at =
      handle >= 0
        ? this.#memory.address(array) + stride * handle + offset
        : this.#memory.address(layout.BODY) + layout.BODY_STRIDE * (-1 - handle) + ofClump;
    const [x = 0, y = 0, z = 0] = this.#memory.F.subarray(at, at + 3);
    return { x, y, z };
  }
}

/** Throws as `add` would. */
function checkPosition(position: readonly [number, number, number], path: string): void {
  checkVector(position, path);
  pose({ position }, path);
}

function describeLength(positions: unknown): string {
  return positions instanceof Float64Array ? `${positions.length} numbers` : typeof positions;
}

function given(value: BodySpec['velocity']): Vector3 {
  return value === undefined ? ZERO_VECTOR : vector3(value);
}
