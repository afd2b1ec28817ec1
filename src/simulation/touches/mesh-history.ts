// SPDX-License-Identifier: MIT
/**
 * Contact history of spheres on a mesh, from facet to facet: which touch of the last step a touch continues
 * (`matchInto`), and from which side the sphere came.
 */
import { cos } from '../../math/circular.ts';
import { MATCHING_ANGLE, matchInto } from '../../narrow-phase/double-hierarchy/contact-matching.ts';
import * as layout from '../../step-kernel/step-layout.ts';
import type { TouchWriter } from './touch-writer.ts';

/**
 * How far a contact may move in a step and still be the same, over the sphere's radius: far more than stable steps
 * allow.
 */
const SLIDE = 0.1;
export const LEAST_COSINE = cos(MATCHING_ANGLE);

/** Touches as `matchInto` takes them; arrays that grow. */
class Matchable {
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

/** Matches touches of one body with those that it had in the last step. */
export class TouchMatching {
  readonly old = new Matchable();
  readonly new = new Matchable();
  /** Radius of the body: one number of an array, as it would be on the heap as an argument. */
  readonly radius = new Float64Array(1);
  /** Of each new touch the number of the old one that it continues, or -1. */
  matches = new Int32Array(8);
  /** Largest distance and least cosine of the normals, as `matchInto` takes them. */
  readonly #limits = Float64Array.of(0, LEAST_COSINE);
  #taken = new Uint8Array(8);

  /** Makes room for this number of touches. */
  begin(oldCount: number, count: number): void {
    this.old.begin(oldCount);
    this.new.begin(count);
    if (count > this.matches.length) this.matches = new Int32Array(2 * count);
    if (oldCount > this.#taken.length) this.#taken = new Uint8Array(2 * oldCount);
  }

  /** Matches the touches that were read. */
  match(): void {
    this.#limits[0] = SLIDE * this.radius[0];
    matchInto(this.old, this.new, this.#limits, this.matches, this.#taken);
  }
}

export class MeshHistory {
  readonly #oneSided: boolean;
  readonly #isSolid: boolean;
  readonly #matching = new TouchMatching();

  /** `isSolid` for a wall behind whose surface nothing is free: whatever comes through has the same contact there. */
  constructor(oneSided: boolean, isSolid = false) {
    this.#oneSided = oneSided;
    this.#isSolid = isSolid;
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
    const matching = this.#matching;
    matching.begin(oldCount, count);
    for (let k = 0; k < oldCount; k++) matching.old.read(k, writer, writer.oldAddress(writer.oldFrom + k));
    for (let k = 0; k < count; k++) matching.new.read(k, writer, writer.addressOf(k));
    matching.radius[0] = radius;
    matching.match();
    for (let k = 0; k < count; k++) {
      const match = matching.matches[k];
      if (match >= 0) writer.inherit(writer.addressOf(k), writer.oldFrom + match);
    }
    if (this.#oneSided || this.#isSolid) return;
    for (let k = 0; k < count; k++) {
      if (matching.matches[k] === -1) turnBack(writer, writer.addressOf(k), radius);
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
