// SPDX-License-Identifier: MIT
/** Counts the bodies that an insertion added of each shape and sieve class, beside the requested shares. */
import type { InsertedShare, InsertionSpec, SieveClass } from './insertion-spec.ts';

/** Inserted bodies of one shape; part of the saved state. */
export interface ShareCounts {
  readonly count: number;
  /** kg */
  readonly mass: number;
  /** kg of each class of a sieve analysis, in the order of its list; none without one. */
  readonly sieves: readonly number[];
}

/** Of a shape at size 1. */
interface UnitBody {
  readonly volume: number;
  readonly mass: number;
}

export class InsertedShares {
  readonly #spec: InsertionSpec;
  readonly #kinds: readonly UnitBody[];
  readonly #sieves: readonly (readonly SieveClass[])[];
  #counts: number[];
  #masses: number[];
  #sieveMasses: number[][];

  constructor(spec: InsertionSpec, kinds: readonly UnitBody[]) {
    this.#spec = spec;
    this.#kinds = kinds;
    this.#sieves = spec.shapes.map(({ scale }) => (scale !== undefined && 'sieves' in scale ? scale.sieves : []));
    this.#counts = spec.shapes.map(() => 0);
    this.#masses = spec.shapes.map(() => 0);
    this.#sieveMasses = this.#sieves.map((classes) => classes.map(() => 0));
  }

  add(kind: number, size: number, mass: number): void {
    this.#counts[kind] += 1;
    this.#masses[kind] += mass;
    const sieve = sieveOf(this.#sieves[kind] ?? [], size);
    if (sieve >= 0) this.#sieveMasses[kind][sieve] += mass;
  }

  get progress(): InsertedShare[] {
    const { shapes, weightsBy = 'number' } = this.#spec;
    const amounts = shapes.map((_, k) => {
      const { volume = 0, mass = 1 } = this.#kinds[k] ?? {};
      if (weightsBy === 'number') return this.#counts[k];
      return weightsBy === 'mass' ? this.#masses[k] : (this.#masses[k] * volume) / mass;
    });
    const total = amounts.reduce((sum, amount) => sum + amount, 0);
    const weights = shapes.reduce((sum, { weight }) => sum + weight, 0);
    return shapes.map(({ shape, weight }, k) => {
      const sieves = this.#sieves[k].map(({ from, to, share }, j) => {
        const wanted = share / this.#sieves[k].reduce((sum, each) => sum + each.share, 0);
        return { from, to, share: ratio(this.#sieveMasses[k][j], this.#masses[k]), wanted };
      });
      return {
        shape,
        count: this.#counts[k],
        mass: this.#masses[k],
        share: ratio(amounts[k], total),
        wanted: weight / weights,
        ...(sieves.length > 0 && { sieves }),
      };
    });
  }

  save(): ShareCounts[] {
    return this.#counts.map((count, k) => ({
      count,
      mass: this.#masses[k],
      sieves: [...this.#sieveMasses[k]],
    }));
  }

  restore(shares: readonly ShareCounts[]): void {
    this.#counts = shares.map(({ count }) => count);
    this.#masses = shares.map(({ mass }) => mass);
    this.#sieveMasses = shares.map(({ sieves }) => [...sieves]);
  }
}

function ratio(part: number, whole: number): number {
  return whole > 0 ? part / whole : 0;
}

/** The class of a size: of those with a share, the coarsest that begins below it. -1 without classes. */
function sieveOf(classes: readonly SieveClass[], size: number): number {
  let found = -1;
  for (const [k, { from, share }] of classes.entries()) {
    if (share > 0 && from <= size && (found < 0 || from >= classes[found].from)) found = k;
  }
  return found;
}
