// SPDX-License-Identifier: MIT
/** The bonds of a simulation: made by rules, linked to the elements of the kernel, broken between steps. */
import { bondConstants } from '../../bonds/bond-constants.ts';
import { type BondRule, checkBondRule } from '../../bonds/bond-rule.ts';
import { strengthFactor } from '../../bonds/bond-strength.ts';
import { fragmentsOf } from '../../bonds/fragments.ts';
import { SceneError } from '../../errors.ts';
import { conjugate, fromAxes, inverseRotate, multiply, type Quaternion } from '../../math/quaternion.ts';
import { add, cross, perpendicular, scale, subtract, type Vector3 } from '../../math/vector.ts';
import * as layout from '../../step-kernel/step-layout.ts';
import type { BodyTable } from '../bodies/body-table.ts';
import type { SimulationSpec } from '../simulation-spec.ts';
import type { StepMemory } from '../time-loop/step-memory.ts';
import { bondableElements, nearPairs, type SpherePair, spherePair } from './bond-pairs.ts';

export const BOND_MODES = ['none', 'tension', 'bending', 'shear', 'twisting', 'turn'] as const;

/** One bond that has broken. */
export interface BondBreak {
  /** s */
  readonly time: number;
  /** Ids of the two bodies, the smaller one first. */
  readonly bodies: readonly [number, number];
  /** m */
  readonly place: readonly [number, number, number];
  readonly mode: (typeof BOND_MODES)[number];
  /** Energy of its springs, J. */
  readonly energy: number;
}

/** Present bonds as flat copies, in their order. */
export interface BondView {
  readonly count: number;
  /** Two ids a bond. */
  readonly bodies: Float64Array;
  /** Middle of the bond, three numbers each, m. */
  readonly place: Float64Array;
  /** Force on the first body, world axes, three numbers each, N. */
  readonly force: Float64Array;
  /** Energy of its springs, J. */
  readonly energy: Float64Array;
}

export interface SavedBonds {
  readonly breaks: readonly BondBreak[];
  readonly breakageLoss: number;
  readonly endedLoss: number;
  readonly madeRules: number;
}

/** Room is made for half as much again. */
const GROWTH = 1.5;
/** Default gap over the smaller radius: bodies that touch within rounding. */
const DEFAULT_GAP = 1e-6;

export class Bonds {
  /** All breakages so far, in the order of time and of ids. */
  breaks: BondBreak[] = [];
  /** Energy of the springs of broken bonds, less that of contacts that begin by it. */
  breakageLoss = 0;
  /** Work of the dashpots of bonds that are no longer there. */
  #endedLoss = 0;
  /** Rules of the spec that have been used, in the order of their times. */
  #madeRules = 0;
  readonly #spec: SimulationSpec;
  readonly #memory: StepMemory;
  readonly #bodies: BodyTable;
  readonly #rules: readonly BondRule[];

  constructor(spec: SimulationSpec, memory: StepMemory, bodies: BodyTable) {
    this.#spec = spec;
    this.#memory = memory;
    this.#bodies = bodies;
    const names = spec.materials.map(({ name }) => name);
    spec.bonds?.forEach((rule, k) => {
      checkBondRule(rule, `bonds[${k}]`, names);
    });
    this.#rules = [...(spec.bonds ?? [])].sort((a, b) => (a.at ?? 0) - (b.at ?? 0));
  }

  get count(): number {
    return this.#memory.I[layout.BOND_COUNT];
  }

  /** Step before which the next rule of the spec is due. */
  get nextStep(): number {
    const rule = this.#rules[this.#madeRules];
    return rule === undefined ? Infinity : Math.ceil((rule.at ?? 0) / this.#spec.timeStep - 1e-9);
  }

  /** Makes the bonds that are due at this step. */
  makeDue(step: number): void {
    while (this.nextStep <= step) {
      const rule = this.#rules[this.#madeRules] as BondRule;
      this.create(rule, `bonds[${this.#spec.bonds?.indexOf(rule)}]`);
      this.#madeRules += 1;
    }
  }

  /** Makes bonds for the present positions, in the order of ids, and returns their number. */
  create(rule: BondRule, path: string): number {
    const names = this.#spec.materials.map(({ name }) => name);
    checkBondRule(rule, path, names);
    const bonded = new Set<string>();
    for (let k = 0; k < this.count; k++) bonded.add(this.#idsOf(k).join());
    const pairs = rule.list === undefined ? this.#pairsWithin(rule, names) : this.#pairsOf(rule, path);
    const news = pairs.filter(([a, b]) => !bonded.has(`${a},${b}`));
    const before = this.count;
    const wanted = before + news.length;
    if (news.length > 0 && wanted > this.#memory.capacities.bonds) {
      this.#memory.grow({ bonds: before === 0 ? wanted : Math.ceil(GROWTH * wanted) });
    }
    const { I } = this.#memory;
    for (const [a, b, pair] of news) {
      this.#write(I[layout.BOND_COUNT], rule, a, b, pair);
      I[layout.BOND_COUNT] = I[layout.BOND_COUNT] + 1;
    }
    if (news.length > 0) {
      this.#gather();
      if (rule.contact !== true) I[layout.LIST_INVALID] = 1;
    }
    return news.length;
  }

  /** Gives the bonds the new numbers of their elements after a sort. */
  link(): void {
    const { I } = this.#memory;
    if (this.count === 0) return;
    const numbers = new Int32Array(this.#memory.capacities.elements);
    for (let e = 0; e < I[layout.ELEMENT_COUNT]; e++) numbers[I[2 * I[layout.ORDER] + e]] = e;
    for (let k = 0; k < this.count; k++) {
      const at = this.#integers(k) + layout.BOND_ELEMENT;
      I[at] = numbers[I[at]];
      I[at + 1] = numbers[I[at + 1]];
    }
    this.#gather();
  }

  /**
   * Takes the bonds away that broke in the last step, which started at `time`, and returns whether contacts may begin.
   */
  takeBroken(time: number): boolean {
    const { F, I } = this.#memory;
    const broken: BondBreak[] = [];
    let mayTouch = false;
    this.#keep((k) => {
      const integers = this.#integers(k);
      const mode = BOND_MODES[I[integers + layout.BOND_MODE]] ?? 'none';
      if (mode === 'none') return true;
      const load = I[layout.BOND_LOAD] + layout.BOND_LOAD_STRIDE * k;
      const [x = 0, y = 0, z = 0] = F.subarray(load + layout.BOND_PLACE, load + layout.BOND_PLACE + 3);
      const energy = F[load + layout.BOND_ENERGY];
      broken.push({ time, bodies: this.#idsOf(k), place: [x, y, z], mode, energy });
      this.breakageLoss += energy;
      if (I[integers + layout.BOND_HAS_CONTACT] === 0) mayTouch = true;
      return false;
    });
    broken.sort((a, b) => a.bodies[0] - b.bodies[0] || a.bodies[1] - b.bodies[1]);
    this.breaks.push(...broken);
    I[layout.BOND_BREAKING] = 0;
    if (mayTouch) I[layout.LIST_INVALID] = 1;
    return mayTouch;
  }

  /** Takes the bonds of a body away that leaves. */
  removeBody(id: number): void {
    if (this.count === 0) return;
    this.#keep((k) => !this.#idsOf(k).includes(id));
  }

  /** Of the springs; the present state must have been probed. */
  get energy(): number {
    const { F, I } = this.#memory;
    let sum = 0;
    for (let k = 0; k < this.count; k++) {
      sum += F[I[layout.BOND_LOAD] + layout.BOND_LOAD_STRIDE * k + layout.BOND_ENERGY];
    }
    return sum;
  }

  get dampingLoss(): number {
    const { F, I } = this.#memory;
    let sum = this.#endedLoss;
    for (let k = 0; k < this.count; k++) sum += F[I[layout.BOND] + layout.BOND_STRIDE * k + layout.BOND_DAMPING_LOSS];
    return sum;
  }

  /** The present state must have been probed. */
  view(): BondView {
    const { F, I } = this.#memory;
    const count = this.count;
    const [bodies, place] = [new Float64Array(2 * count), new Float64Array(3 * count)];
    const [force, energy] = [new Float64Array(3 * count), new Float64Array(count)];
    for (let k = 0; k < count; k++) {
      const load = I[layout.BOND_LOAD] + layout.BOND_LOAD_STRIDE * k;
      bodies.set(this.#idsOf(k), 2 * k);
      place.set(F.subarray(load + layout.BOND_PLACE, load + layout.BOND_PLACE + 3), 3 * k);
      force.set(F.subarray(load, load + 3), 3 * k);
      energy[k] = F[load + layout.BOND_ENERGY];
    }
    return { count, bodies, place, force, energy };
  }

  /** For each of these ids its fragment: the smallest id in it. */
  fragments(ids: ArrayLike<number>): Float64Array {
    return fragmentsOf(ids, Array.from({ length: this.count }, (_, k) => this.#idsOf(k)).flat());
  }

  /**
   * Half a period of the fastest vibration that the bonds allow: twice the largest sum over the bonds of a body bounds
   * its square, by Gershgorin's theorem. Infinite without bonds.
   */
  get criticalTime(): number {
    const { F, I } = this.#memory;
    const sums = new Map<number, number>();
    for (let k = 0; k < this.count; k++) {
      const bond = I[layout.BOND] + layout.BOND_STRIDE * k;
      const [kn = 0, ks = 0, kt = 0, kb = 0] = F.subarray(
        bond + layout.BOND_STIFFNESS,
        bond + layout.BOND_STIFFNESS + 4,
      );
      for (const [end, id] of this.#idsOf(k).entries()) {
        const p = bond + (end === 0 ? layout.BOND_POINT : layout.BOND_SECOND + layout.BOND_POINT);
        const lever = F[p] ** 2 + F[p + 1] ** 2 + F[p + 2] ** 2;
        const { inverseMass, inverseInertia } = this.#inverse(this.#bodies.handleOf(id));
        const fastest = Math.max(
          kn * inverseMass,
          ks * inverseMass + (ks * lever + kb) * inverseInertia,
          kt * inverseInertia,
        );
        sums.set(id, (sums.get(id) ?? 0) + fastest);
      }
    }
    const most = Math.max(0, ...sums.values());
    return most > 0 ? Math.PI / Math.sqrt(2 * most) : Infinity;
  }

  save(): SavedBonds {
    const { breaks, breakageLoss } = this;
    return { breaks, breakageLoss, endedLoss: this.#endedLoss, madeRules: this.#madeRules };
  }

  /** After the memory of a saved state has been read. */
  restore({ breaks, breakageLoss, endedLoss, madeRules }: SavedBonds): void {
    this.breaks = [...breaks];
    this.breakageLoss = breakageLoss;
    this.#endedLoss = endedLoss;
    this.#madeRules = madeRules;
    if (this.count > 0) this.#gather();
  }

  #integers(k: number): number {
    return 2 * (this.#memory.I[layout.BOND] + layout.BOND_STRIDE * k + layout.BOND_INTEGERS);
  }

  #idsOf(k: number): [number, number] {
    const at = this.#integers(k) + layout.BOND_IDS;
    return [this.#memory.I[at], this.#memory.I[at + 1]];
  }

  /** Keeps the bonds that `isKept` says, in their order. */
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

  /** Lists the ends of bonds by element, in the order of bonds. */
  #gather(): void {
    const { I } = this.#memory;
    const count = this.count;
    const elements = I[layout.ELEMENT_COUNT];
    const starts = 2 * I[layout.BOND_START];
    const ends = 2 * I[layout.BOND_GATHER];
    I.fill(0, starts, starts + elements + 1);
    const elementOf = (end: number): number => I[this.#integers(end >> 1) + layout.BOND_ELEMENT + (end & 1)];
    for (let end = 0; end < 2 * count; end++) I[starts + elementOf(end) + 1] = I[starts + elementOf(end) + 1] + 1;
    for (let e = 0; e < elements; e++) I[starts + e + 1] = I[starts + e + 1] + I[starts + e];
    const next = I.slice(starts, starts + elements);
    for (let end = 0; end < 2 * count; end++) {
      const e = elementOf(end);
      I[ends + next[e]] = end;
      next[e] = next[e] + 1;
    }
  }

  #pairsOf({ list = [], radius, between }: BondRule, path: string): (readonly [number, number, SpherePair])[] {
    if (between !== undefined) throw new SceneError('bad-bonds', `${path}: expected \`list\` or \`between\`, got both`);
    const pairs = list.map(([first, second], k): readonly [number, number, SpherePair] => {
      const [a, b] = [Math.min(first, second), Math.max(first, second)];
      const [handleA, handleB] = [this.#bodies.handleOf(a), this.#bodies.handleOf(b)];
      const { inverseMass: ofA } = this.#inverse(handleA);
      const { inverseMass: ofB } = this.#inverse(handleB);
      if (a === b || (ofA === 0 && ofB === 0)) {
        const problem = a === b ? 'the same body twice' : 'two bodies that do not move';
        throw new SceneError('bad-bonds', `${path}.list[${k}]: expected two bodies, got ${problem}, ${a} and ${b}`);
      }
      if (radius === undefined && (handleA < 0 || handleB < 0)) {
        throw new SceneError('bad-bonds', `${path}.radius: missing; bonds of bodies that are not spheres need it`);
      }
      return [a, b, spherePair(this.#memory, this.#spec, this.#anchor(handleA), this.#anchor(handleB))];
    });
    return pairs.sort((p, q) => p[0] - q[0] || p[1] - q[1]);
  }

  /** The nearest spheres of all pairs of bodies within the gap, in the order of ids. */
  #pairsWithin(rule: BondRule, names: readonly string[]): (readonly [number, number, SpherePair])[] {
    const { F, I } = this.#memory;
    const materials = (rule.between ?? []).map((name) => names.indexOf(name));
    const materialOf = (e: number): number =>
      I[2 * (I[layout.MOTION] + layout.MOTION_STRIDE * e + layout.MOTION_INTEGERS) + layout.MATERIAL];
    const isWanted = (e: number): boolean => rule.between === undefined || materials.includes(materialOf(e));
    const elements = bondableElements(this.#memory, isWanted);
    const radiusOf = (e: number): number => F[I[layout.POSITION] + 4 * e + 3];
    const most = rule.gap ?? DEFAULT_GAP * elements.reduce((least, e) => Math.max(least, radiusOf(e)), 0);
    const nearest = new Map<string, readonly [number, number, SpherePair]>();
    for (const pair of nearPairs(this.#memory, this.#spec, elements, most)) {
      const { first, second, gap } = pair;
      if (rule.gap === undefined && gap > DEFAULT_GAP * Math.min(radiusOf(first), radiusOf(second))) continue;
      if (rule.between !== undefined) {
        const [m, n] = [materialOf(first), materialOf(second)];
        if (!((m === materials[0] && n === materials[1]) || (m === materials[1] && n === materials[0]))) continue;
      }
      const [a, b] = [this.#idOf(first), this.#idOf(second)];
      if (a === b) continue;
      const [inverseA, inverseB] = [a, b].map((id) => this.#inverse(this.#bodies.handleOf(id)).inverseMass);
      if (inverseA === 0 && inverseB === 0) continue;
      const key = a < b ? `${a},${b}` : `${b},${a}`;
      const known = nearest.get(key);
      if (known !== undefined && known[2].gap <= gap) continue;
      nearest.set(key, a < b ? [a, b, pair] : [b, a, spherePair(this.#memory, this.#spec, second, first)]);
    }
    return [...nearest.values()].sort((p, q) => p[0] - q[0] || p[1] - q[1]);
  }

  #ownerOf(element: number): number {
    return this.#memory.I[2 * this.#memory.I[layout.TAG] + 4 * element + layout.TAG_OWNER];
  }

  #idOf(element: number): number {
    const owner = this.#ownerOf(element);
    return this.#bodies.idOf(owner < 0 ? element : -1 - owner);
  }

  /** The element that the loads go to. */
  #anchor(handle: number): number {
    if (handle >= 0) return handle;
    const { I } = this.#memory;
    const body = I[layout.BODY] + layout.BODY_STRIDE * (-1 - handle);
    const member = I[2 * (body + layout.BODY_INTEGERS) + layout.BODY_MEMBERS];
    return I[2 * (I[layout.MEMBER] + layout.MEMBER_STRIDE * member + layout.MEMBER_ELEMENT)];
  }

  /** 1 / mass and 1 / least moment of inertia; 0 for what is held. */
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

  #write(k: number, rule: BondRule, a: number, b: number, pair: SpherePair): void {
    const { F, I } = this.#memory;
    const handles = [this.#bodies.handleOf(a), this.#bodies.handleOf(b)] as const;
    const radius = (e: number): number => F[I[layout.POSITION] + 4 * e + 3];
    const [first, second] = handles.map((handle) => this.#inverse(handle));
    const { distance } = pair;
    const constants = bondConstants(rule, {
      length: rule.youngsModulus === undefined ? radius(pair.first) + radius(pair.second) : distance,
      smallerRadius: Math.min(radius(pair.first), radius(pair.second)),
      inverseMass: (first?.inverseMass ?? 0) + (second?.inverseMass ?? 0),
      inverseInertia: (first?.inverseInertia ?? 0) + (second?.inverseInertia ?? 0),
    });
    const axis = scale({ x: pair.x, y: pair.y, z: pair.z }, 1 / distance);
    const side = perpendicular(axis);
    const frame = fromAxes(axis, side, cross(axis, side));
    // A beam is diagonal about its middle; a parallel bond is a disc in the gap.
    const share = rule.youngsModulus === undefined ? radius(pair.first) + 0.5 * pair.gap : 0.5 * distance;
    const centre = (e: number): Vector3 => {
      const [x = 0, y = 0, z = 0] = F.subarray(I[layout.POSITION] + 4 * e, I[layout.POSITION] + 4 * e + 3);
      return { x, y, z };
    };
    const bond = I[layout.BOND] + layout.BOND_STRIDE * k;
    F.fill(0, bond, bond + layout.BOND_STRIDE);
    const ends = [
      { handle: handles[0], element: pair.first, lever: scale(axis, share) },
      { handle: handles[1], element: pair.second, lever: scale(axis, share - distance) },
    ];
    for (const [end, { handle, element, lever }] of ends.entries()) {
      const at = bond + (end === 0 ? layout.BOND_FRAME : layout.BOND_SECOND);
      const orientation = this.#orientationOf(handle);
      const { w, x, y, z } = multiply(conjugate(orientation), frame);
      F.set([w, x, y, z], at);
      const offset = handle >= 0 ? lever : add(lever, subtract(centre(element), this.#bodies.positionOf(handle)));
      const point = inverseRotate(orientation, offset);
      F.set([point.x, point.y, point.z], at + layout.BOND_POINT);
    }
    F.set(constants.stiffness, bond + layout.BOND_STIFFNESS);
    F.set(constants.dashpot, bond + layout.BOND_DASHPOT);
    F[bond + layout.BOND_AREA_INVERSE] = constants.inverseArea;
    F[bond + layout.BOND_BENDING] = constants.bending;
    F[bond + layout.BOND_TWISTING] = constants.twisting;
    const factor = strengthFactor(rule.scatter ?? 0, this.#spec.seed ?? 1, a, b);
    F[bond + layout.BOND_TENSILE_STRENGTH] = factor * (rule.tensileStrength ?? Infinity);
    F[bond + layout.BOND_SHEAR_STRENGTH] = factor * (rule.shearStrength ?? Infinity);
    F[bond + layout.BOND_FRICTION] = rule.friction ?? 0;
    const integers = 2 * (bond + layout.BOND_INTEGERS);
    I.set(
      handles.map((handle) => this.#anchor(handle)),
      integers + layout.BOND_ELEMENT,
    );
    I.set(
      handles.map((handle) => (handle >= 0 ? -1 : -1 - handle)),
      integers + layout.BOND_OWNER,
    );
    I.set([a, b], integers + layout.BOND_IDS);
    I[integers + layout.BOND_HAS_CONTACT] = rule.contact === true ? 1 : 0;
  }
}
