// SPDX-License-Identifier: MIT
/** The quantities of a region by name: their components and how they are computed. */
import type { FollowSpec } from '../bodies/followed-region.ts';
import { angleOfRepose } from './angle-of-repose.ts';
import { bedHeight } from './bed-height.ts';
import { bulk } from './bulk.ts';
import { coordination } from './coordination.ts';
import { fabric } from './fabric.ts';
import type { GranularState } from './granular-state.ts';
import { DEFAULT_HEAP, type HeapOptions, surfaceProfile } from './heap.ts';
import { DEFAULT_MIXING, type MixingOptions, mixingIndex } from './mixing-index.ts';
import { packing } from './packing.ts';
import { type AnalysisRegion, type AnalysisRegionSpec, analysisRegion } from './region.ts';
import { deviator, pressure, stress, type Tensor, totalStress } from './stress.ts';

const VECTOR = ['x', 'y', 'z'] as const;
const TENSOR = ['xx', 'xy', 'xz', 'yx', 'yy', 'yz', 'zx', 'zy', 'zz'] as const;
const SYMMETRIC = ['xx', 'yy', 'zz', 'xy', 'xz', 'yz'] as const;
const FLANKS = ['left', 'right', 'mean', 'error'] as const;

/** A region with further data that some quantities need. */
export interface MeasuredRegion {
  readonly region: AnalysisRegionSpec;
  /** Lets the region go along with a wall; default: it stays where it is. */
  readonly follows?: FollowSpec;
  readonly mixing?: MixingOptions;
  readonly heap?: HeapOptions;
}

/** Values of a quantity, one for each component; undefined if there is nothing to measure. */
type Measure = (measured: Measured) => readonly (number | undefined)[];

interface QuantityKind {
  /** None for a single number. */
  readonly components: readonly string[];
  readonly unit: string;
  readonly measure: Measure;
  /** Why there is nothing to measure. */
  readonly reason?: (measured: Measured) => string | undefined;
}

const DEGREES = 180 / Math.PI;

const scalar = (unit: string, value: (measured: Measured) => number | undefined): QuantityKind => ({
  components: [],
  unit,
  measure: (measured) => [value(measured)],
});

const tensorOf = (part: (measured: Measured) => Tensor | undefined): QuantityKind => ({
  components: TENSOR,
  unit: 'Pa',
  measure: (measured) => part(measured) ?? TENSOR.map(() => undefined),
});

const KINDS = {
  count: scalar('', ({ bulk: found }) => found?.count ?? 0),
  mass: scalar('kg', ({ bulk: found }) => found?.mass ?? 0),
  volume: scalar('m3', ({ region }) => region.volume),
  coordination: scalar('', ({ coordination: found }) => found?.mean),
  mechanicalCoordination: scalar('', ({ coordination: found }) => found?.mechanical),
  rattlers: scalar('', ({ coordination: found }) => found?.rattlers),
  packingFraction: scalar('', ({ packing: found }) => found?.fraction),
  packingError: scalar('', ({ packing: found }) => found?.error),
  porosity: scalar('', ({ packing: found }) => found && 1 - found.fraction),
  stress: tensorOf(({ stress: found }) => found && totalStress(found)),
  contactStress: tensorOf(({ stress: found }) => found?.contact),
  kineticStress: tensorOf(({ stress: found }) => found?.kinetic),
  pressure: scalar('Pa', ({ stress: found }) => found && pressure(totalStress(found))),
  deviatorStress: scalar('Pa', ({ stress: found }) => found && deviator(totalStress(found))),
  fabric: {
    components: SYMMETRIC,
    unit: '',
    measure: ({ fabric: found }) => found?.tensor ?? SYMMETRIC.map(() => undefined),
  },
  anisotropy: scalar('', ({ fabric: found }) => found?.anisotropy),
  centreOfMass: {
    components: VECTOR,
    unit: 'm',
    measure: ({ bulk: found }) => VECTOR.map((axis) => found?.centreOfMass[axis]),
  },
  velocity: {
    components: VECTOR,
    unit: 'm/s',
    measure: ({ bulk: found }) => VECTOR.map((axis) => found?.velocity[axis]),
  },
  granularTemperature: scalar('m2/s2', ({ bulk: found }) => found?.granularTemperature),
  top: scalar('m', ({ bulk: found }) => found?.top),
  height: scalar('m', ({ height }) => height),
  angleOfRepose: {
    components: FLANKS,
    unit: 'deg',
    measure: ({ angles }) => {
      if ('reason' in angles) return FLANKS.map(() => undefined);
      const { left, right, mean, error } = angles;
      return [left?.angle, right?.angle, mean, error].map((angle) => angle && angle * DEGREES);
    },
    reason: ({ angles }) => ('reason' in angles ? angles.reason : undefined),
  },
  mixing: scalar('', ({ mixing }) => mixing?.index),
} as const satisfies Record<string, QuantityKind>;

/** Name of a quantity of a region, such as `coordination`. */
export type RegionQuantity = keyof typeof KINDS;

/**
 * Names of all quantities of a region.
 *
 * @example
 * ```ts
 * import { REGION_QUANTITIES, regionComponents, regionQuantityUnit } from 'scree/analysis';
 *
 * const vectors = REGION_QUANTITIES.filter((quantity) => regionComponents(quantity).length === 3);
 * console.log(vectors.map(regionQuantityUnit).join()); // m,m/s
 * ```
 */
export const REGION_QUANTITIES = Object.keys(KINDS) as RegionQuantity[];

/** Unit of a quantity of a region, such as `Pa`; empty for plain numbers. */
export const regionQuantityUnit = (quantity: RegionQuantity): string => KINDS[quantity].unit;

/** Components by name; none for a single number. */
export const regionComponents = (quantity: RegionQuantity): readonly string[] => KINDS[quantity].components;

/** One region at one time. Data that several quantities share are computed once, on the first request. */
export class Measured {
  readonly region: AnalysisRegion;
  readonly #state: GranularState;
  readonly #options: Omit<MeasuredRegion, 'region'>;
  readonly #known = new Map<string, unknown>();

  constructor(state: GranularState, region: AnalysisRegion, options: Omit<MeasuredRegion, 'region'> = {}) {
    this.#state = state;
    this.region = region;
    this.#options = options;
  }

  static of(state: GranularState, { region, ...options }: MeasuredRegion): Measured {
    return new Measured(state, analysisRegion(region, state), options);
  }

  /** All components, or the one of that name; undefined if there is nothing to measure. */
  values(quantity: RegionQuantity, component?: string): readonly (number | undefined)[] {
    const { components, measure } = KINDS[quantity] as QuantityKind;
    const all = measure(this);
    return component === undefined ? all : [all[components.indexOf(component)]];
  }

  /** Why a quantity has no value, if that is known. */
  reasonWithout(quantity: RegionQuantity): string | undefined {
    return (KINDS[quantity] as QuantityKind).reason?.(this);
  }

  get bulk() {
    return this.#once('bulk', () => bulk(this.#state, this.region));
  }

  get coordination() {
    return this.#once('coordination', () => coordination(this.#state, this.region));
  }

  get packing() {
    return this.#once('packing', () => packing(this.#state, this.region));
  }

  get stress() {
    return this.#once('stress', () => stress(this.#state, this.region));
  }

  get fabric() {
    return this.#once('fabric', () => fabric(this.#state, this.region));
  }

  get height() {
    return this.#once('height', () => bedHeight(this.#state, this.region));
  }

  get surface() {
    return this.#once('surface', () => surfaceProfile(this.#state, this.region, this.#heap));
  }

  get angles() {
    return this.#once('angles', () => angleOfRepose(this.#state, this.region, this.#heap));
  }

  get mixing() {
    return this.#once('mixing', () => mixingIndex(this.#state, this.region, this.#options.mixing ?? DEFAULT_MIXING));
  }

  get #heap(): HeapOptions {
    return this.#options.heap ?? DEFAULT_HEAP;
  }

  #once<Value>(name: string, find: () => Value): Value {
    if (!this.#known.has(name)) this.#known.set(name, find());
    return this.#known.get(name) as Value;
  }
}
