// SPDX-License-Identifier: MIT
/**
 * Contact history of spheres on a mesh, from facet to facet: which touch of the last step a touch continues
 * (`matchContacts`), and from which side the sphere came.
 */
import { cos } from '../../math/circular.ts';
import { MATCHING_ANGLE, matchContacts } from '../../narrow-phase/double-hierarchy/contact-matching.ts';
import * as layout from '../../step-kernel/step-layout.ts';
import type { TouchWriter } from './touch-writer.ts';

/**
 * How far a contact may move in a step and still be the same, over the sphere's radius: far more than stable steps
 * allow.
 */
export const SLIDE = 0.1;
export const LEAST_COSINE = cos(MATCHING_ANGLE);

/** Touches as `matchContacts` takes them; arrays that grow. */
export class Matchable {
  count = 0;
  features = new Int32Array(8);
  patches = new Int32Array(8);
  points = new Float64Array(24);
  normals = new Float64Array(24);

  /** Makes room and sets the count. */
  begin(count: number): void {
    this.count = count;
    if (count <= this.features.length) return;
    this.features = new Int32Array(2 * count);
    this.patches = new Int32Array(2 * count);
    this.points = new Float64Array(6 * count);
    this.normals = new Float64Array(6 * count);
  }

  read(k: number, { F, I }: TouchWriter, touch: number): void {
    this.features[k] = I[2 * touch + layout.TOUCH_KEY];
    this.patches[k] = I[2 * touch + layout.TOUCH_PARTNER_KEY];
    for (let c = 0; c < 3; c++) {
      this.points[3 * k + c] = F[touch + layout.TOUCH_OWN_POINT + c];
      this.normals[3 * k + c] = F[touch + layout.TOUCH_NORMAL + c];
    }
  }
}

export class MeshHistory {
  readonly #oneSided: boolean;
  readonly #old = new Matchable();
  readonly #new = new Matchable();
  #matches = new Int32Array(8);

  constructor(oneSided: boolean) {
    this.#oneSided = oneSided;
  }

  /** Hands flags and history over to the touches of the open element, a sphere. */
  handOver(writer: TouchWriter, radius: number): void {
    const count = writer.openCount;
    const oldCount = writer.oldTo - writer.oldFrom;
    if (count === 0) return;
    if (count === 1 && oldCount === 1 && continues(writer, writer.oldAddress(writer.oldFrom), writer.addressOf(0))) {
      writer.inherit(writer.addressOf(0), writer.oldFrom);
      return;
    }
    if (oldCount > 0) this.#match(writer, count, oldCount, radius);
    if (this.#oneSided) for (let k = 0; k < count; k++) letPass(writer, writer.addressOf(k), radius);
  }

  #match(writer: TouchWriter, count: number, oldCount: number, radius: number): void {
    this.#old.begin(oldCount);
    for (let k = 0; k < oldCount; k++) this.#old.read(k, writer, writer.oldAddress(writer.oldFrom + k));
    this.#new.begin(count);
    for (let k = 0; k < count; k++) this.#new.read(k, writer, writer.addressOf(k));
    if (count > this.#matches.length) this.#matches = new Int32Array(2 * count);
    matchContacts(this.#old, this.#new, { maxDistance: SLIDE * radius }, this.#matches);
    for (let k = 0; k < count; k++) {
      const match = this.#matches[k];
      if (match >= 0) writer.inherit(writer.addressOf(k), writer.oldFrom + match);
    }
    if (this.#oneSided) return;
    for (let k = 0; k < count; k++) {
      if (this.#matches[k] === -1) turnBack(writer, writer.addressOf(k), radius);
    }
  }
}

/** The same feature, hence the same face or edge, with a normal that has turned little. */
function continues({ F, I }: TouchWriter, old: number, touch: number): boolean {
  if (I[2 * old + layout.TOUCH_KEY] !== I[2 * touch + layout.TOUCH_KEY]) return false;
  return cosineOfNormals(F, old, touch) >= LEAST_COSINE;
}

/**
 * A centre that has gone through a two-sided mesh is pushed back to the side that it came from, deeper than its radius.
 */
function turnBack(writer: TouchWriter, touch: number, radius: number): void {
  const { F, I } = writer;
  const patch = I[2 * touch + layout.TOUCH_PARTNER_KEY];
  for (let old = writer.oldFrom; old < writer.oldTo; old++) {
    const from = writer.oldAddress(old);
    if (writer.isTaken(old) || I[2 * from + layout.TOUCH_PARTNER_KEY] !== patch) continue;
    if (!(cosineOfNormals(F, from, touch) <= -LEAST_COSINE)) continue;
    for (let c = 0; c < 3; c++) {
      F[touch + layout.TOUCH_NORMAL + c] = -F[touch + layout.TOUCH_NORMAL + c];
    }
    F[touch + layout.TOUCH_OVERLAP] = 2 * radius - F[touch + layout.TOUCH_OVERLAP];
    writer.inherit(touch, old);
    return;
  }
}

/** A new touch with the centre behind the facet: the sphere comes through from behind, and does so without a force. */
function letPass({ F, I }: TouchWriter, touch: number, radius: number): void {
  const flags = 2 * touch + layout.TOUCH_FLAGS;
  const isNew = (I[flags] & (layout.TOUCHING | layout.SLIDING | layout.PASSING)) === 0;
  if (isNew && F[touch + layout.TOUCH_OVERLAP] > radius) I[flags] = I[flags] | layout.PASSING;
}

function cosineOfNormals(F: Float64Array, a: number, b: number): number {
  let product = 0;
  for (let c = 0; c < 3; c++) {
    product += F[a + layout.TOUCH_NORMAL + c] * F[b + layout.TOUCH_NORMAL + c];
  }
  return product;
}
