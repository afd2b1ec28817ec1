// SPDX-License-Identifier: MIT
/** The bonds of a simulation: made by rules, linked to the elements of the kernel, broken between steps. */
import { bondConstants } from '../../bonds/bond-constants.ts';
import type { BondRule } from '../../bonds/bond-rule.ts';
import { strengthFactor } from '../../bonds/bond-strength.ts';
import { fragmentsOf } from '../../bonds/fragments.ts';
import type { Pose } from '../../math/pose.ts';
import { conjugate, fromAxes, inverseRotate, multiply, type Quaternion } from '../../math/quaternion.ts';
import { cross, perpendicular, subtract } from '../../math/vector.ts';
import * as layout from '../../step-kernel/step-layout.ts';
import type { BodyTable } from '../bodies/body-table.ts';
import { checkBonds } from '../checks/check-bonds.ts';
import { clockOf } from '../clock.ts';
import type { SimulationSpec } from '../simulation-spec.ts';
import type { StepMemory } from '../time-loop/step-memory.ts';
import { nearestImage } from '../touches/nearest-image.ts';
import type { ContactView } from '../views/simulation-views.ts';
import { anchorOf, type BondSite, BondSites } from './bond-sites.ts';
import type { WallFrames } from './wall-frames.ts';

/** `left`: a body was removed; `turn`: a relative rotation by more than 170 degrees. */
export const BOND_MODES = ['none', 'tension', 'bending', 'shear', 'twisting', 'turn', 'left'] as const;
const LEFT = BOND_MODES.indexOf('left');

/** One bond that has broken. */
export interface BondBreak {
  /** s */
  readonly time: number;
  /** Ids of the two bodies, the smaller one first; of a wall -1 - its number, half-spaces first, then meshes. */
  readonly bodies: readonly [number, number];
  /** m */
  readonly place: readonly [number, number, number];
  readonly mode: (typeof BOND_MODES)[number];
  /** Energy of its springs, J. */
  readonly energy: number;
  /** Name of the rule that made it; empty for one without a name. */
  readonly rule: string;
}

/** Present bonds as flat copies, in their order. */
export interface BondView {
  readonly count: number;
  /** Two ids a bond; of a wall -1 - its number, half-spaces first, then meshes. */
  readonly bodies: Int32Array;
  /** Middle of the bond, three numbers each, m. */
  readonly place: Float64Array;
  /** Force on the first body, world axes, three numbers each, N. */
  readonly force: Float64Array;
  /** Energy of its springs, J. */
  readonly energy: Float64Array;
  /** Ratio of its load to its strength; it breaks at 1. */
  readonly used: Float64Array;
  /** Number of the rule of the spec that made it, from 0; -1 for those of `createBonds`. */
  readonly rule: Int32Array;
}

export interface SavedBonds {
  readonly breaks: readonly BondBreak[];
  readonly breakageLoss: number;
  readonly endedLoss: number;
  /** Numbers of the rules that have been used. */
  readonly made: readonly number[];
  /** Last step at which rules searched for bodies that touch. */
  readonly lookedAt: number;
  /** Frames of half-spaces, see WallFrames. */
  readonly frames: Readonly<Record<string, Pose>>;
}

/** Memory grows by half its size. */
const GROWTH = 1.5;
/** Default number of steps between two searches for bodies that touch. */
const STEPS_BETWEEN_LOOKS = 10;

export class Bonds {
  /** All breakages so far, in the order of time and of ids. */
  breaks: BondBreak[] = [];
  /** Energy of the springs of broken bonds minus that of the contacts that begin then. */
  breakageLoss = 0;
  readonly frames: WallFrames;
  /** Work of the dashpots of removed bonds. */
  #endedLoss = 0;
  #made = new Set<number>();
  #lookedAt = -1;
  /** Walls that have bonds. */
  #walls = new Set<number>();
  #restCount = 0;
  /** Broken in the last step, with the energies at that time. */
  #broken: BondBreak[] = [];
  readonly #spec: SimulationSpec;
  readonly #memory: StepMemory;
  readonly #bodies: BodyTable;
  readonly #sites: BondSites;
  readonly #rules: readonly BondRule[];

  constructor(spec: SimulationSpec, memory: StepMemory, bodies: BodyTable, frames: WallFrames) {
    this.#spec = spec;
    this.#memory = memory;
    this.#bodies = bodies;
    this.#sites = new BondSites(spec, memory, bodies);
    this.frames = frames;
    this.#rules = spec.bonds ?? [];
  }

  get count(): number {
    return this.#recordCount - this.#restCount;
  }

  /** Bonds, and broken ones that have left a rest overlap. */
  get #recordCount(): number {
    return this.#memory.I[layout.BOND_COUNT];
  }

  /** Step before which the next rule of the spec is due. */
  get nextStep(): number {
    return this.#rules.reduce((least, rule, k) => Math.min(least, this.#stepOf(rule, k)), Infinity);
  }

  /**
   * The bonds that are due at this step and do not exist yet; `touching` are the present contacts. `make` makes them.
   */
  due(step: number, touching: () => ContactView): (() => void) | undefined {
    const found = this.#rules.flatMap((rule, k) => {
      if (this.#stepOf(rule, k) > step) return [];
      if (rule.onContact !== true) this.#made.add(k);
      const sites = this.#news(this.#sites.of(rule, `bonds[${k}]`, touching), rule);
      return sites.length === 0 ? [] : [{ rule, k, sites }];
    });
    this.#lookedAt = step;
    if (found.length === 0) return undefined;
    return () => {
      // A pair that two rules find is bonded by the first of them.
      for (const { rule, k, sites } of found)
        this.#make(rule, k, this.#news(sites, rule), clockOf(this.#spec).timeOf(step));
    };
  }

  /** Makes bonds for the present positions, in the order of ids, and returns their number. */
  create(rule: BondRule, path: string, time: number, touching: () => ContactView): number {
    checkBonds(this.#spec, rule, path);
    const news = this.#news(this.#sites.of(rule, path, touching), {});
    this.#make(rule, -1, news, time);
    return news.length;
  }

  /** Gives the bonds of changed rules their new constants, and removes the bonds of removed rules. */
  change(before: readonly BondRule[]): void {
    const changed = new Set(this.#rules.flatMap((rule, k) => (rule === before[k] ? [] : k)));
    if (changed.size === 0 || this.#recordCount === 0) return;
    const { I } = this.#memory;
    const ruleOf = (k: number): number => I[this.#integers(k) + layout.BOND_RULE];
    const isKept = (k: number): boolean => !changed.has(ruleOf(k)) || this.#rules[ruleOf(k)]?.ended !== 'remove';
    this.#keep((k) => this.#isRest(k) || isKept(k));
    for (const k of this.#bonds()) {
      const rule = this.#rules[ruleOf(k)];
      if (rule !== undefined && changed.has(ruleOf(k))) this.#writeConstants(k, rule);
    }
    I[layout.LIST_INVALID] = 1;
  }

  /** Moves the frames of walls with bonds to the present poses of the walls. */
  placeWalls(time: number): void {
    if (this.#walls.size > 0) this.frames.place(this.#walls, time);
  }

  #stepOf(rule: BondRule, k: number): number {
    const clock = clockOf(this.#spec);
    if (rule.ended !== undefined || this.#made.has(k)) return Infinity;
    const first = clock.firstStepAt(rule.at ?? 0);
    if (rule.onContact !== true || this.#lookedAt < first) return first;
    const interval =
      rule.every === undefined ? STEPS_BETWEEN_LOOKS : Math.max(1, Math.round(rule.every / clock.timeStep));
    return first + interval * (Math.floor((this.#lookedAt - first) / interval) + 1);
  }

  /** Sites of pairs that are not bonded; a pair whose bond broke is not bonded again by touching. */
  #news(sites: readonly BondSite[], { onContact }: Pick<BondRule, 'onContact'>): BondSite[] {
    const bonded = new Set<string>();
    for (const k of this.#bonds()) bonded.add(this.#idsOf(k).join());
    if (onContact === true) for (const { bodies } of this.breaks) bonded.add(bodies.join());
    return sites.filter(({ bodies }) => !bonded.has(bodies.join()));
  }

  #make(rule: BondRule, number: number, sites: readonly BondSite[], time: number): void {
    if (sites.length === 0) return;
    const wanted = this.#recordCount + sites.length;
    if (wanted > this.#memory.capacities.bonds) {
      this.#memory.grow({ bonds: this.#recordCount === 0 ? wanted : Math.ceil(GROWTH * wanted) });
    }
    const { I } = this.#memory;
    for (const site of sites) {
      this.#write(I[layout.BOND_COUNT], rule, number, site, time);
      I[layout.BOND_COUNT] = I[layout.BOND_COUNT] + 1;
    }
    this.#gather();
    this.placeWalls(time);
    if (rule.contact !== true) I[layout.LIST_INVALID] = 1;
  }

  /** Gives the bonds the new numbers of their elements after a sort. */
  link(): void {
    const { I } = this.#memory;
    if (this.#recordCount === 0) return;
    const numbers = new Int32Array(this.#memory.capacities.elements);
    for (let e = 0; e < I[layout.ELEMENT_COUNT]; e++) numbers[I[2 * I[layout.ORDER] + e]] = e;
    for (let k = 0; k < this.#recordCount; k++) {
      const at = this.#integers(k) + layout.BOND_ELEMENT;
      I[at] = numbers[I[at]];
      if (I[this.#integers(k) + layout.BOND_WALL] < 0) I[at + 1] = numbers[I[at + 1]];
    }
    this.#gather();
  }

  /**
   * Records the bonds that broke in the last step, which started at `time`, with energies and positions at that time.
   * Must be called before the state is probed.
   */
  noteBroken(time: number): void {
    const { I } = this.#memory;
    const broken: BondBreak[] = [];
    for (const k of this.#bonds()) {
      const mode = I[this.#integers(k) + layout.BOND_MODE];
      if (mode !== 0) broken.push(this.#breakOf(k, mode, time));
    }
    this.#broken = broken.sort(byIds);
    I[layout.BOND_BREAKING] = 0;
  }

  /** Removes the recorded bonds, and returns whether contacts may begin. */
  takeBroken(): boolean {
    const { I } = this.#memory;
    let mayTouch = false;
    const rested = new Set<string>();
    for (const k of this.#bonds()) {
      const integers = this.#integers(k);
      if (I[integers + layout.BOND_MODE] === 0) continue;
      if (I[integers + layout.BOND_HAS_CONTACT] === 0) mayTouch = true;
      if (I[integers + layout.BOND_RESTS] === layout.LEAVES_REST) rested.add(this.#idsOf(k).join());
    }
    this.#keep((k) => {
      const ids = this.#idsOf(k).join();
      // A pair that was bonded again has the overlap of its last breakage.
      if (this.#isRest(k)) return !rested.has(ids);
      return I[this.#integers(k) + layout.BOND_MODE] === 0 || (rested.has(ids) && this.#leaveRest(k));
    });
    for (const broken of this.#broken) {
      this.breaks.push(broken);
      this.breakageLoss += broken.energy;
    }
    this.#broken = [];
    if (mayTouch) I[layout.LIST_INVALID] = 1;
    return mayTouch;
  }

  /** Makes a broken bond the record of its present overlap; returns whether there is one. */
  #leaveRest(k: number): boolean {
    const { F, I } = this.#memory;
    const bond = I[layout.BOND] + layout.BOND_STRIDE * k;
    const integers = this.#integers(k);
    const wall = I[integers + layout.BOND_WALL];
    const element = I[integers + layout.BOND_ELEMENT];
    const position = I[layout.POSITION] + 4 * element;
    const overlap =
      wall < 0
        ? this.#overlapOfSpheres(position, I[layout.POSITION] + 4 * I[integers + layout.BOND_ELEMENT + 1])
        : this.#overlapOnPlane(position, wall);
    if (!(overlap > 0)) return false;
    this.#endedLoss += F[bond + layout.BOND_DAMPING_LOSS];
    F.fill(0, bond, bond + layout.BOND_INTEGERS);
    F[bond + layout.BOND_LENGTH] = overlap;
    I[integers + layout.BOND_MODE] = 0;
    I[integers + layout.BOND_HAS_CONTACT] = 1;
    I[integers + layout.BOND_RESTS] = layout.IS_REST;
    return true;
  }

  /** As the step kernel computes it, so that the contact begins at 0. */
  #overlapOfSpheres(a: number, b: number): number {
    const { F, I } = this.#memory;
    const [x, y, z] = [0, 1, 2].map((axis) => nearestImage(F, I, F[b + axis] - F[a + axis], axis)) as [
      number,
      number,
      number,
    ];
    return F[a + 3] + F[b + 3] - Math.sqrt(x * x + y * y + z * z);
  }

  #overlapOnPlane(at: number, wall: number): number {
    const { F, I } = this.#memory;
    const plane = I[layout.HALF_SPACE] + layout.HALF_SPACE_STRIDE * wall;
    const along = -(F[plane] * F[at] + F[plane + 1] * F[at + 1] + F[plane + 2] * F[at + 2]);
    return F[at + 3] - (-along - F[plane + layout.HALF_SPACE_OFFSET]);
  }

  #isRest(k: number): boolean {
    return this.#memory.I[this.#integers(k) + layout.BOND_RESTS] === layout.IS_REST;
  }

  /** Numbers of the records that are bonds, in their order. */
  *#bonds(): Generator<number> {
    const records = this.#recordCount;
    for (let k = 0; k < records; k++) if (this.#restCount === 0 || !this.#isRest(k)) yield k;
  }

  /** Removes the bonds of bodies that leave now; the present state must have been probed. */
  removeBodies(ids: ReadonlySet<number>, time: number): void {
    if (this.#recordCount === 0) return;
    const left: BondBreak[] = [];
    this.#keep((k) => {
      if (!this.#idsOf(k).some((id) => ids.has(id))) return true;
      if (!this.#isRest(k)) left.push(this.#breakOf(k, LEFT, time));
      return false;
    });
    for (const each of left.sort(byIds)) this.breaks.push(each);
  }

  #breakOf(k: number, mode: number, time: number): BondBreak {
    const { F, I } = this.#memory;
    const load = I[layout.BOND_LOAD] + layout.BOND_LOAD_STRIDE * k;
    const [x = 0, y = 0, z = 0] = F.subarray(load + layout.BOND_PLACE, load + layout.BOND_PLACE + 3);
    return {
      time,
      bodies: this.#idsOf(k),
      place: [x, y, z],
      mode: BOND_MODES[mode] ?? 'none',
      energy: F[load + layout.BOND_ENERGY],
      rule: this.#rules[I[this.#integers(k) + layout.BOND_RULE]]?.name ?? '',
    };
  }

  /** Of the springs; the present state must have been probed. */
  get energy(): number {
    const { F, I } = this.#memory;
    let sum = 0;
    for (const k of this.#bonds()) {
      sum += F[I[layout.BOND_LOAD] + layout.BOND_LOAD_STRIDE * k + layout.BOND_ENERGY];
    }
    return sum;
  }

  /** As the forces so far have booked it. */
  get dampingLoss(): number {
    const { F, I } = this.#memory;
    let sum = this.#endedLoss;
    for (const k of this.#bonds()) sum += F[I[layout.BOND] + layout.BOND_STRIDE * k + layout.BOND_DAMPING_LOSS];
    return sum;
  }

  /** Adds to the losses of all dashpots, for no bond of its own. */
  bookLoss(loss: number): void {
    this.#endedLoss += loss;
  }

  /** The present state must have been probed. */
  view(): BondView {
    const { F, I } = this.#memory;
    const count = this.count;
    const [bodies, place] = [new Int32Array(2 * count), new Float64Array(3 * count)];
    const [force, energy, used] = [new Float64Array(3 * count), new Float64Array(count), new Float64Array(count)];
    const rule = new Int32Array(count);
    let k = 0;
    for (const record of this.#bonds()) {
      rule[k] = I[this.#integers(record) + layout.BOND_RULE];
      const load = I[layout.BOND_LOAD] + layout.BOND_LOAD_STRIDE * record;
      bodies.set(this.#idsOf(record), 2 * k);
      place.set(F.subarray(load + layout.BOND_PLACE, load + layout.BOND_PLACE + 3), 3 * k);
      force.set(F.subarray(load, load + 3), 3 * k);
      energy[k] = F[load + layout.BOND_ENERGY];
      used[k] = F[load + layout.BOND_USED];
      k++;
    }
    return { count, bodies, place, force, energy, used, rule };
  }

  /** For each of these ids its fragment: the smallest id in it. */
  fragments(ids: ArrayLike<number>): Int32Array {
    return fragmentsOf(ids, Array.from(this.#bonds(), (k) => this.#idsOf(k)).flat());
  }

  /**
   * Half a period of the fastest vibration that the bonds allow: twice the largest sum over the bonds of a body bounds
   * its square, by Gershgorin's theorem. Dashpots, which work with velocities half a step old, shorten it: steps are
   * stable while w^2 t^2 + 2 c t <= 4 for the square w^2 of the frequency and the rate c of damping. Infinite without
   * bonds.
   */
  get criticalTime(): number {
    const { F, I } = this.#memory;
    const sums = new Map<number, readonly [number, number]>();
    for (const k of this.#bonds()) {
      const bond = I[layout.BOND] + layout.BOND_STRIDE * k;
      for (const [end, id] of this.#idsOf(k).entries()) {
        if (id < 0) continue;
        const p = bond + (end === 0 ? layout.BOND_POINT : layout.BOND_SECOND + layout.BOND_POINT);
        const lever = F[p] ** 2 + F[p + 1] ** 2 + F[p + 2] ** 2;
        const { inverseMass, inverseInertia } = this.#inverse(this.#bodies.handleOf(id));
        const fastest = (at: number): number => {
          const [n = 0, s = 0, t = 0, b = 0] = F.subarray(at, at + 4);
          const sliding = s * inverseMass + (s * lever + b) * inverseInertia;
          return Math.max(n * inverseMass, sliding, t * inverseInertia);
        };
        const [squares, rates] = sums.get(id) ?? [0, 0];
        sums.set(id, [
          squares + 2 * fastest(bond + layout.BOND_STIFFNESS),
          rates + 2 * fastest(bond + layout.BOND_DASHPOT),
        ]);
      }
    }
    let least = Infinity;
    for (const [square, rate] of sums.values()) {
      if (square > 0) least = Math.min(least, (Math.sqrt(rate * rate + 4 * square) - rate) / square);
    }
    return 0.5 * Math.PI * least;
  }

  save(): SavedBonds {
    const { breaks, breakageLoss } = this;
    const made = [...this.#made];
    return {
      breaks,
      breakageLoss,
      endedLoss: this.#endedLoss,
      made,
      lookedAt: this.#lookedAt,
      frames: this.frames.bases,
    };
  }

  /** After the memory of a saved state has been read, and all walls are where they were. */
  restore({ breaks, breakageLoss, endedLoss, made, lookedAt, frames }: SavedBonds, time: number): void {
    this.breaks = [...breaks];
    this.breakageLoss = breakageLoss;
    this.#endedLoss = endedLoss;
    this.#made = new Set(made);
    this.#lookedAt = lookedAt;
    this.frames.bases = frames;
    if (this.#recordCount > 0) this.#gather();
    this.placeWalls(time);
  }

  #integers(k: number): number {
    return 2 * (this.#memory.I[layout.BOND] + layout.BOND_STRIDE * k + layout.BOND_INTEGERS);
  }

  #idsOf(k: number): [number, number] {
    const at = this.#integers(k) + layout.BOND_IDS;
    return [this.#memory.I[at], this.#memory.I[at + 1]];
  }

  /** Keeps the bonds for which `isKept` is true, in their order. */
  #keep(isKept: (k: number) => boolean): void {
    const { F, I } = this.#memory;
    const [bonds, loads] = [I[layout.BOND], I[layout.BOND_LOAD]];
    let next = 0;
    for (let k = 0; k < I[layout.BOND_COUNT]; k++) {
      const bond = bonds + layout.BOND_STRIDE * k;
      if (!isKept(k)) {
        this.#endedLoss += F[bond + layout.BOND_DAMPING_LOSS];
        continue;
      }
      F.copyWithin(bonds + layout.BOND_STRIDE * next, bond, bond + layout.BOND_STRIDE);
      const load = loads + layout.BOND_LOAD_STRIDE * k;
      F.copyWithin(loads + layout.BOND_LOAD_STRIDE * next, load, load + layout.BOND_LOAD_STRIDE);
      next++;
    }
    I[layout.BOND_COUNT] = next;
    this.#gather();
  }

  /** Lists the ends of bonds by element, in the order of bonds; those at walls come last. */
  #gather(): void {
    const { I } = this.#memory;
    const count = this.#recordCount;
    this.#restCount = 0;
    for (let k = 0; k < count; k++) if (this.#isRest(k)) this.#restCount++;
    // Of the pair loops only this one knows rest overlaps; the others pay nothing for them.
    if (this.#restCount > 0) I[layout.PAIR_LOOP] = layout.PAIRS_ANY_ELEMENT;
    const elements = I[layout.ELEMENT_COUNT];
    const starts = 2 * I[layout.BOND_START];
    const ends = 2 * I[layout.BOND_GATHER];
    this.#walls = new Set();
    I.fill(0, starts, starts + elements + 2);
    const elementOf = (end: number): number => {
      const integers = this.#integers(end >> 1);
      const wall = I[integers + layout.BOND_WALL];
      if ((end & 1) === 0 || wall < 0) return I[integers + layout.BOND_ELEMENT + (end & 1)];
      this.#walls.add(wall);
      return elements;
    };
    for (let end = 0; end < 2 * count; end++) {
      const e = elementOf(end);
      I[starts + e + 1] = I[starts + e + 1] + 1;
    }
    for (let e = 0; e <= elements; e++) I[starts + e + 1] = I[starts + e + 1] + I[starts + e];
    const next = I.slice(starts, starts + elements + 1);
    for (let end = 0; end < 2 * count; end++) {
      const e = elementOf(end);
      I[ends + next[e]] = end;
      next[e] = next[e] + 1;
    }
  }

  /** 1 / mass and 1 / smallest moment of inertia; 0 for a fixed body. */
  #inverse(handle: number): { readonly inverseMass: number; readonly inverseInertia: number } {
    const { F, I } = this.#memory;
    if (handle >= 0) {
      const inverseMass = F[I[layout.MOTION] + layout.MOTION_STRIDE * handle + layout.INVERSE_MASS];
      return { inverseMass, inverseInertia: (2.5 * inverseMass) / F[I[layout.POSITION] + 4 * handle + 3] ** 2 };
    }
    const body = I[layout.BODY] + layout.BODY_STRIDE * (-1 - handle);
    const inverseMass = F[body + layout.BODY_INVERSE_MASS];
    const least = Math.min(...F.subarray(body + layout.BODY_INERTIA, body + layout.BODY_INERTIA + 3));
    return { inverseMass, inverseInertia: inverseMass > 0 ? 1 / least : 0 };
  }

  #orientationOf(handle: number): Quaternion {
    const { F, I } = this.#memory;
    const at =
      handle >= 0
        ? I[layout.ORIENTATION] + 4 * handle
        : I[layout.BODY] + layout.BODY_STRIDE * (-1 - handle) + layout.BODY_ORIENTATION;
    const [w = 1, x = 0, y = 0, z = 0] = F.subarray(at, at + 4);
    return { w, x, y, z };
  }

  #write(k: number, rule: BondRule, number: number, site: BondSite, time: number): void {
    const { F, I } = this.#memory;
    const { bodies, wall, axis } = site;
    const side = perpendicular(axis);
    const frame = fromAxes(axis, side, cross(axis, side));
    const bond = I[layout.BOND] + layout.BOND_STRIDE * k;
    F.fill(0, bond, bond + layout.BOND_STRIDE);
    const handles = bodies.map((id) => (id < 0 ? undefined : this.#bodies.handleOf(id)));
    const points = [site.point, site.pointOfSecond] as const;
    for (const [end, handle] of handles.entries()) {
      const at = bond + (end === 0 ? layout.BOND_FRAME : layout.BOND_SECOND);
      const { position, orientation } =
        handle === undefined
          ? this.frames.poseOf(wall ?? 0, time)
          : { position: this.#bodies.positionOf(handle), orientation: this.#orientationOf(handle) };
      const { w, x, y, z } = multiply(conjugate(orientation), frame);
      F.set([w, x, y, z], at);
      const point = inverseRotate(orientation, subtract(points[end] ?? site.point, position));
      F.set([point.x, point.y, point.z], at + layout.BOND_POINT);
    }
    F[bond + layout.BOND_LENGTH] = site.length;
    F[bond + layout.BOND_SMALLER_RADIUS] = site.smallerRadius ?? 0;
    const integers = this.#integers(k);
    for (const [end, handle] of handles.entries()) {
      I[integers + layout.BOND_ELEMENT + end] = handle === undefined ? -1 : anchorOf(this.#memory, handle);
      I[integers + layout.BOND_OWNER + end] = handle === undefined || handle >= 0 ? -1 : -1 - handle;
    }
    I.set(bodies, integers + layout.BOND_IDS);
    I[integers + layout.BOND_WALL] = wall ?? -1;
    I[integers + layout.BOND_RULE] = number;
    this.#writeConstants(k, rule);
  }

  /** Constants of a bond that follow from its rule. */
  #writeConstants(k: number, rule: BondRule): void {
    const { F, I } = this.#memory;
    const bond = I[layout.BOND] + layout.BOND_STRIDE * k;
    const ids = this.#idsOf(k);
    const [first, second] = ids.map((id) =>
      id < 0 ? { inverseMass: 0, inverseInertia: 0 } : this.#inverse(this.#bodies.handleOf(id)),
    );
    const constants = bondConstants(rule, {
      length: F[bond + layout.BOND_LENGTH],
      smallerRadius: F[bond + layout.BOND_SMALLER_RADIUS],
      inverseMass: (first?.inverseMass ?? 0) + (second?.inverseMass ?? 0),
      inverseInertia: (first?.inverseInertia ?? 0) + (second?.inverseInertia ?? 0),
    });
    F.set(constants.stiffness, bond + layout.BOND_STIFFNESS);
    F.set(constants.dashpot, bond + layout.BOND_DASHPOT);
    F[bond + layout.BOND_AREA_INVERSE] = constants.inverseArea;
    F[bond + layout.BOND_BENDING] = constants.bending;
    F[bond + layout.BOND_TWISTING] = constants.twisting;
    const factor = strengthFactor(rule.scatter ?? 0, this.#spec.seed ?? 1, ids[0], ids[1]);
    F.set(
      constants.strength.map((strength) => factor * strength),
      bond + layout.BOND_TENSILE_STRENGTH,
    );
    F[bond + layout.BOND_FRICTION] = rule.friction ?? 0;
    const integers = this.#integers(k);
    I[integers + layout.BOND_HAS_CONTACT] = rule.contact === true ? 1 : 0;
    I[integers + layout.BOND_IS_SUM] = rule.criterion === 'sum' ? 1 : 0;
    I[integers + layout.BOND_RESTS] = rule.restOverlap === true ? layout.LEAVES_REST : 0;
  }
}

function byIds(a: BondBreak, b: BondBreak): number {
  return a.bodies[0] - b.bodies[0] || a.bodies[1] - b.bodies[1];
}
