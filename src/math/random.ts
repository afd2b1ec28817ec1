// SPDX-License-Identifier: MIT
/**
 * Seeded random numbers: xoshiro128** (Blackman & Vigna 2021, doi:10.1145/3460772), seeded by splitmix32 from the 64
 * bits of the seed. `next`, `between`, `integer`, `unitVector` and `rotation` use integer steps, + - * / and sqrt only,
 * so they give the same bits in every engine; `normal` needs a logarithm and may differ in the last bit.
 */
import { log } from './elementary.ts';
import type { Quaternion } from './quaternion.ts';
import type { Vector3 } from './vector.ts';

/** State of the generator; plain values that JSON keeps exactly. */
export interface RandomState {
  readonly words: readonly number[];
  /** The second number of a pair of `normal`, not yet returned. */
  readonly spareNormal: number | null;
}

export class Random {
  readonly seed: number;
  readonly #state = new Uint32Array(4);
  #spareNormal = Number.NaN;

  constructor(seed: number) {
    this.seed = seed;
    const bits = new Uint32Array(new Float64Array([seed]).buffer);
    // Two streams of splitmix32, one for each half of the seed's bits: -1, 0.5 and 2^40 are seeds like any other.
    let low = bits[0];
    let high = bits[1] ^ 0x6a09e667;
    for (let i = 0; i < 4; i++) {
      low = (low + 0x9e3779b9) | 0;
      high = (high + 0x85ebca6b) | 0;
      this.#state[i] = mix32(low ^ mix32(high));
    }
    if (this.#state.every((word) => word === 0)) this.#state[0] = 1;
  }

  /** Generator number `stream` of a seed: an independent sequence for each number. */
  static stream(seed: number, stream: number): Random {
    const seeds = new Random(seed);
    for (let k = 0; k < stream; k++) seeds.next();
    return new Random(seeds.next());
  }

  get state(): RandomState {
    return { words: [...this.#state], spareNormal: Number.isNaN(this.#spareNormal) ? null : this.#spareNormal };
  }

  set state({ words, spareNormal }: RandomState) {
    this.#state.set(words);
    this.#spareNormal = spareNormal ?? Number.NaN;
  }

  /** 32 random bits, 0 to 2^32 - 1. */
  bits(): number {
    const s = this.#state;
    const [s0 = 0, s1 = 0, s2 = 0, s3 = 0] = s;
    const product = Math.imul(s1, 5);
    const result = Math.imul((product << 7) | (product >>> 25), 9) >>> 0;
    const t = s1 << 9;
    const t2 = s2 ^ s0;
    const t3 = s3 ^ s1;
    s[1] = s1 ^ t2;
    s[0] = s0 ^ t3;
    s[2] = t2 ^ t;
    s[3] = (t3 << 11) | (t3 >>> 21);
    return result;
  }

  /** Uniform in [0, 1), 53 bits. */
  next(): number {
    const high = this.bits() >>> 5;
    const low = this.bits() >>> 6;
    return (high * 67108864 + low) * 2 ** -53;
  }

  /** Uniform in [a, b). */
  between(a: number, b: number): number {
    return a + (b - a) * this.next();
  }

  /** Uniform integer in [0, n), n from 1 to 2^53. */
  integer(n: number): number {
    return Math.floor(this.next() * n);
  }

  /** Standard normal (polar method of Marsaglia & Bray 1964). */
  normal(): number {
    if (!Number.isNaN(this.#spareNormal)) {
      const spare = this.#spareNormal;
      this.#spareNormal = Number.NaN;
      return spare;
    }
    for (;;) {
      const u = 2 * this.next() - 1;
      const v = 2 * this.next() - 1;
      const s = u * u + v * v;
      if (s > 0 && s < 1) {
        const factor = Math.sqrt((-2 * log(s)) / s);
        this.#spareNormal = v * factor;
        return u * factor;
      }
    }
  }

  /** Uniform on the unit sphere (Marsaglia 1972). */
  unitVector(): Vector3 {
    for (;;) {
      const u = 2 * this.next() - 1;
      const v = 2 * this.next() - 1;
      const s = u * u + v * v;
      if (s < 1) {
        const factor = 2 * Math.sqrt(1 - s);
        return { x: u * factor, y: v * factor, z: 1 - 2 * s };
      }
    }
  }

  /** Uniform rotation, a unit quaternion (Marsaglia 1972: a point on the 3-sphere). */
  rotation(): Quaternion {
    for (;;) {
      const w = 2 * this.next() - 1;
      const x = 2 * this.next() - 1;
      const s = w * w + x * x;
      const y = 2 * this.next() - 1;
      const z = 2 * this.next() - 1;
      const t = y * y + z * z;
      if (s < 1 && t < 1 && t > 0) {
        const factor = Math.sqrt((1 - s) / t);
        return { w, x, y: y * factor, z: z * factor };
      }
    }
  }
}

function mix32(value: number): number {
  let h = value;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
