// SPDX-License-Identifier: MIT
/**
 * Evaluates user-defined laws for the touches of a block, on the thread that found them, before the step kernel sums
 * the forces. One contact and one answer object are reused; nothing is allocated for each touch.
 */
import type { ContactLaw, LawContact, LawForce } from '../../contact-laws/user-contact-law.ts';
import * as layout from '../../step-kernel/step-layout.ts';
import { nearestImage } from '../touches/nearest-image.ts';
import { materialOfElement, materialOfPartner } from '../touches/touch-materials.ts';
import type { TouchWriter } from '../touches/touch-writer.ts';
import { loadedLaw, type UserLawSpec } from './law-modules.ts';
import { takeSurfaceVelocity } from './wall-surface.ts';

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

/** A contact whose law gave no finite force, or threw. */
export interface LawFailure {
  /** As the spec has it. */
  readonly module: string;
  readonly law: string;
  readonly materials: readonly [string, string];
  readonly element: number;
  /** TOUCH_BODY, TOUCH_HALF_SPACE or TOUCH_MESH. */
  readonly kind: number;
  /** Element, half-space or mesh. */
  readonly partner: number;
  /** Description of the failure. */
  readonly problem: string;
}

export class UserLaws {
  readonly #spec: UserLawSpec;
  readonly #laws: readonly ContactLaw[];
  readonly #contact: Writable<LawContact>;
  readonly #out: LawForce;

  /** The modules must have been imported by this thread. */
  constructor(spec: UserLawSpec) {
    const none = { name: '', density: 1 };
    this.#spec = spec;
    this.#laws = spec.modules.map(loadedLaw);
    this.#contact = withFixedArrays({
      overlap: 0,
      normal: new Float64Array(3),
      point: new Float64Array(3),
      velocity: new Float64Array(3),
      angularVelocity: new Float64Array(3),
      effectiveRadius: 0,
      effectiveMass: 0,
      timeStep: 0,
      materialA: none,
      materialB: none,
      isNew: true,
      history: new Float64Array(layout.HISTORY_STRIDE),
    });
    this.#out = withFixedArrays({
      force: new Float64Array(3),
      torque: new Float64Array(3),
      elasticEnergy: 0,
      dissipatedEnergy: 0,
      lostAtEnd: 0,
    });
  }

  /**
   * Writes force, torque and energies of the touches that have been found in the block; the history of a probe stays as
   * it is. Returns whether all laws gave finite numbers.
   */
  evaluate(writer: TouchWriter, block: number, isProbe: boolean): boolean {
    const { I } = writer;
    const integers = integersOf(I, block);
    let failed = 0;
    for (let k = 0; k < writer.count; k++) {
      const touch = writer.found(k);
      const number = this.#lawNumber(writer, touch);
      if (number < 0) continue;
      if (!this.#evaluateOne(writer, touch, this.#laws[number], isProbe) && failed === 0) failed = k + 1;
    }
    I[integers + layout.BLOCK_FAILED] = failed;
    return failed === 0;
  }

  /** The failure that `evaluate` has found in the block, if any. */
  failureIn(writer: TouchWriter, block: number): LawFailure | undefined {
    const failed = writer.I[integersOf(writer.I, block) + layout.BLOCK_FAILED];
    return failed > 0 ? this.#describe(writer, writer.found(failed - 1)) : undefined;
  }

  /** Number of the law of a touch; -1 for a built-in law, and if there is no force. */
  #lawNumber({ F, I }: TouchWriter, touch: number): number {
    if ((I[2 * touch + layout.TOUCH_FLAGS] & layout.PASSING) !== 0) return -1;
    if (!(F[touch + layout.TOUCH_OVERLAP] > 0)) return -1;
    const a = materialOfElement(I, I[2 * touch + layout.TOUCH_ELEMENT]);
    return this.#spec.moduleOfPair[this.#spec.materials.length * a + materialOfPartner(I, touch)];
  }

  /** Returns whether the answer is finite; without that the touch has no force, and its history stays as it is. */
  #evaluateOne(writer: TouchWriter, touch: number, law: ContactLaw, isProbe: boolean): boolean {
    const { F } = writer;
    const out = this.#out;
    const { history } = this.#contact;
    this.#clear();
    let isRight = true;
    // Two that cannot be moved: no effective mass to be had, and nothing that would feel a force.
    if (this.#read(writer, touch)) {
      isRight = this.#ask(law) === '';
      if (!isRight) this.#clear();
    }
    const share = F[touch + layout.TOUCH_SHARE];
    for (let c = 0; c < 3; c++) {
      F[touch + layout.TOUCH_FORCE + c] = share * out.force[c];
      F[touch + layout.TOUCH_TORQUE + c] = share * out.torque[c];
    }
    F[touch + layout.TOUCH_ELASTIC] = share * out.elasticEnergy;
    F[touch + layout.TOUCH_LOSS] = share * out.dissipatedEnergy;
    F[touch + layout.TOUCH_LOSS_AT_END] = share * out.lostAtEnd;
    if (isRight && !isProbe) F.set(history, touch + layout.TOUCH_HISTORY);
    return isRight;
  }

  #clear(): void {
    const out = this.#out;
    for (let c = 0; c < 3; c++) {
      out.force[c] = 0;
      out.torque[c] = 0;
    }
    out.elasticEnergy = 0;
    out.dissipatedEnergy = 0;
    out.lostAtEnd = 0;
  }

  /** Evaluates the law for the contact. Returns a description of an invalid result, or an empty text. */
  #ask(law: ContactLaw): string {
    const { force, torque } = this.#out;
    const { history } = this.#contact;
    const out = this.#out;
    try {
      law.evaluate(this.#contact, out);
      // Zero times a non-finite number is NaN.
      let sum = 0 * out.elasticEnergy + 0 * out.dissipatedEnergy + 0 * out.lostAtEnd;
      for (let c = 0; c < 3; c++) sum += 0 * force[c] + 0 * torque[c];
      for (let c = 0; c < layout.HISTORY_STRIDE; c++) sum += 0 * history[c];
      return sum === 0 ? '' : `returned ${this.#answer()}`;
    } catch (error) {
      return `threw ${error instanceof Error ? `${error.name}: ${error.message}` : String(error)}`;
    }
  }

  /** The first part of the answer that is not finite. */
  #answer(): string {
    const { force, torque, elasticEnergy, dissipatedEnergy, lostAtEnd } = this.#out;
    const { history } = this.#contact;
    const parts = { force, torque, elasticEnergy, dissipatedEnergy, lostAtEnd, history };
    for (const [name, value] of Object.entries(parts)) {
      const numbers = typeof value === 'object' ? [...value] : [value];
      if (!numbers.every(Number.isFinite)) return `${name} ${numbers.length > 1 ? `(${numbers.join(', ')})` : value}`;
    }
    return 'no finite numbers';
  }

  /** Reads the touch into the contact. Returns false where neither partner can be moved. */
  #read({ F, I }: TouchWriter, touch: number): boolean {
    const contact = this.#contact;
    const { normal, point, velocity, angularVelocity, history } = contact;
    const { materials } = this.#spec;
    const element = I[2 * touch + layout.TOUCH_ELEMENT];
    const partner = I[2 * touch + layout.TOUCH_PARTNER];
    const kind = I[2 * touch + layout.TOUCH_KIND];
    const position = I[layout.POSITION] + 4 * element;
    const motion = I[layout.MOTION] + layout.MOTION_STRIDE * element;
    // Velocity of the partner at `c` from it, and its angular velocity.
    let other = 0;
    let v = 0;
    let w = 0;
    let inverseMass = F[motion + layout.INVERSE_MASS];
    if (kind === layout.TOUCH_BODY) {
      v = I[layout.MOTION] + layout.MOTION_STRIDE * partner;
      w = v + 3;
      other = I[layout.POSITION] + 4 * partner;
      inverseMass += F[v + layout.INVERSE_MASS];
    } else if (kind === layout.TOUCH_HALF_SPACE) {
      const wall = I[layout.HALF_SPACE] + layout.HALF_SPACE_STRIDE * partner;
      v = wall + layout.HALF_SPACE_VELOCITY;
      w = wall + layout.HALF_SPACE_ANGULAR_VELOCITY;
      other = wall + layout.HALF_SPACE_POINT;
    } else {
      const mesh = I[layout.MESH] + layout.MESH_STRIDE * partner;
      v = mesh + layout.MESH_VELOCITY;
      w = mesh + layout.MESH_ANGULAR_VELOCITY;
      other = mesh + layout.MESH_POINT;
      inverseMass += F[mesh + layout.MESH_INVERSE_MASS];
    }
    if (!(inverseMass > 0)) return false;
    for (let c = 0; c < 3; c++) {
      normal[c] = F[touch + layout.TOUCH_NORMAL + c];
      point[c] = F[touch + layout.TOUCH_POINT + c];
      velocity[c] = F[motion + c] - F[v + c];
      angularVelocity[c] = F[motion + 3 + c] - F[w + c];
    }
    for (let c = 0; c < 3; c++) {
      const next = (c + 1) % 3;
      const last = (c + 2) % 3;
      const own = cross(F, motion + 3, next, last, away(F, position, point, next), away(F, position, point, last));
      let b = away(F, other, point, next);
      let d = away(F, other, point, last);
      if (kind === layout.TOUCH_BODY) {
        b = awayFromImage(F, I, position, other, point, next);
        d = awayFromImage(F, I, position, other, point, last);
      }
      velocity[c] = velocity[c] + own - cross(F, w, next, last, b, d);
    }
    if (kind !== layout.TOUCH_BODY) takeSurfaceVelocity(F, I, touch, velocity, angularVelocity);
    const isNew = (I[2 * touch + layout.TOUCH_FLAGS] & layout.TOUCHING) === 0;
    for (let c = 0; c < layout.HISTORY_STRIDE; c++) {
      history[c] = isNew ? 0 : F[touch + layout.TOUCH_HISTORY + c];
    }
    contact.overlap = F[touch + layout.TOUCH_OVERLAP];
    contact.effectiveRadius = F[touch + layout.TOUCH_RADIUS];
    contact.effectiveMass = 1 / inverseMass;
    contact.timeStep = F[layout.TIME_STEP];
    contact.materialA = materials[materialOfElement(I, element)];
    contact.materialB = materials[materialOfPartner(I, touch)];
    contact.isNew = isNew;
    return true;
  }

  /** Evaluates again: the history of the failed contact is that before. */
  #describe(writer: TouchWriter, touch: number): LawFailure {
    const { I } = writer;
    const number = this.#lawNumber(writer, touch);
    const law = this.#laws[number];
    this.#clear();
    this.#read(writer, touch);
    const { materialA, materialB } = this.#contact;
    return {
      module: this.#spec.modules[number]?.given ?? '',
      law: law.name,
      materials: [materialA.name, materialB.name],
      element: I[2 * touch + layout.TOUCH_ELEMENT],
      kind: I[2 * touch + layout.TOUCH_KIND],
      partner: I[2 * touch + layout.TOUCH_PARTNER],
      problem: this.#ask(law) || 'returned what is not finite, but not when asked once more: it is not a pure function',
    };
  }
}

/** A law that replaces these arrays by others throws, because its result would be ignored. */
function withFixedArrays<T extends object>(object: T): T {
  for (const [key, value] of Object.entries(object)) {
    if (ArrayBuffer.isView(value)) Object.defineProperty(object, key, { writable: false });
  }
  return object;
}

function integersOf(I: Int32Array, block: number): number {
  return 2 * (I[layout.BLOCK] + layout.BLOCK_STRIDE * block + layout.BLOCK_INTEGERS);
}

/**
 * One component of a cross product: that of the vector at `w` with one that has the components b and d along `next` and
 * `last`.
 */
function cross(F: Float64Array, w: number, next: number, last: number, b: number, d: number): number {
  return F[w + next] * d - F[w + last] * b;
}

function away(F: Float64Array, from: number, point: Float64Array, axis: number): number {
  return point[axis] - F[from + axis];
}

/** From the image of `other` that is nearest to `place`. */
function awayFromImage(
  F: Float64Array,
  I: Int32Array,
  position: number,
  other: number,
  point: Float64Array,
  axis: number,
): number {
  const own = F[position + axis];
  return point[axis] - (own + nearestImage(F, I, F[other + axis] - own, axis));
}
