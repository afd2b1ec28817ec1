// SPDX-License-Identifier: MIT
/** Insertion of bodies during a simulation: shapes, region, number and time. SI units. */
import type { Vector3Like } from '../../math/vector.ts';
import type { FollowSpec } from '../followed-region.ts';

/** Bodies that appear in a region, at once or over time, where there is free space. */
export interface InsertionSpec {
  readonly name: string;
  readonly shapes: readonly InsertedShapeSpec[];
  /** What the weights of the shapes count; default `number`. */
  readonly weightsBy?: ShareBasis;
  /** Region of the centres of mass; with `fill`, of the whole bodies. */
  readonly region: InsertionRegionSpec;
  /** Lets the region go along with a wall; default: it stays where it is. */
  readonly follows?: FollowSpec;
  /** Packs the region densely before the first step, instead of drawing random positions. Excludes all amounts. */
  readonly fill?: FillSpec;
  /** Total number of bodies. Without a rate or mass rate all of them appear at `from`. */
  readonly count?: number;
  /** Total mass, kg, to within half a body. Without a rate or mass rate all of it appears at `from`. */
  readonly mass?: number;
  /**
   * Bodies appear at `from` until the porosity of the region, 1 - solid volume / volume, is at most this. Excludes a
   * rate or mass rate.
   */
  readonly porosity?: number;
  /**
   * Bodies per second: one at `from`, the next 1 / rate later. A body that finds no position waits until the next one
   * is due.
   */
  readonly rate?: number;
  /**
   * kg/s: a body appears when half of its mass is due. A body that finds no position waits until the same mass is due
   * again.
   */
  readonly massRate?: number;
  /**
   * If bodies that appear at once do not all fit: `stop` (default) throws an error, `accept` continues with those that
   * fit.
   */
  readonly onFull?: 'stop' | 'accept';
  /** s; default 0 */
  readonly from?: number;
  /** s; nothing appears at or after this time. Default: no end. */
  readonly until?: number;
  /** m/s; default at rest */
  readonly velocity?: Vector3Like;
  /** Random orientations, uniformly distributed; default false. */
  readonly randomOrientation?: boolean;
  /**
   * What decides whether a place is free: `balls` around the parts of bodies (default), or their true `shapes`, which
   * fit more densely. Clumps are tested by their spheres in both cases.
   */
  readonly places?: 'balls' | 'shapes';
  /** Positions tried for one body per attempt; default 100. */
  readonly attempts?: number;
}

/** What shares count: bodies, their volume or their mass. */
export type ShareBasis = 'number' | 'volume' | 'mass';

/** A dense packing of a region: sizes grow, without friction, from a few per cent to the fraction. */
export interface FillSpec {
  /** Volume of the bodies over that of the region, 0 to 1; reached to within half a body. */
  readonly fraction: number;
  /** Name of a closed mesh of the spec that the bodies lie in, instead of `region`, which is then one around it. */
  readonly mesh?: string;
}

/** One of the shapes of an insertion, with its share and its sizes. */
export interface InsertedShapeSpec {
  readonly shape: string;
  readonly material: string;
  /** Share among the shapes, counted as the insertion says; they need not add up to 1. */
  readonly weight: number;
  /** Factor on the shape's size; default 1. */
  readonly scale?: SizeDistribution;
}

/** A box, cylinder or sphere in world coordinates, m. */
export type RegionSpec =
  | { readonly box: { readonly min: Vector3Like; readonly max: Vector3Like } }
  | { readonly cylinder: { readonly from: Vector3Like; readonly to: Vector3Like; readonly radius: number } }
  | { readonly sphere: { readonly centre: Vector3Like; readonly radius: number } };

/** Region of insertion. A tube is a cylinder with a hole along its axis, such as the space around a shaft. */
export type InsertionRegionSpec =
  | RegionSpec
  | {
      readonly tube: {
        readonly from: Vector3Like;
        readonly to: Vector3Like;
        readonly innerRadius: number;
        readonly radius: number;
      };
    };

/** Distribution of the factor on a shape's size. */
export type SizeDistribution =
  | { readonly constant: number }
  /** Smallest and largest. */
  | { readonly uniform: readonly [number, number] }
  /** Normal distribution, truncated to min to max; min <= mean <= max. */
  | {
      readonly normal: {
        readonly mean: number;
        readonly deviation: number;
        readonly min: number;
        readonly max: number;
      };
    }
  /** Sizes with their shares by number, which need not add up to 1. */
  | { readonly table: readonly { readonly size: number; readonly share: number }[] }
  /** Log-normal distribution, truncated: half of it is below the median, 84 % below the median times the spread. */
  | {
      readonly logNormal: {
        readonly median: number;
        /** Geometric standard deviation, at least 1. */
        readonly spread: number;
        readonly min: number;
        readonly max: number;
        /** Default `number`. */
        readonly by?: ShareBasis;
      };
    }
  /** Weibull distribution, truncated: a fraction exp(-(s / size)^exponent) is above s. By mass: Rosin-Rammler. */
  | {
      readonly weibull: {
        readonly size: number;
        readonly exponent: number;
        readonly min: number;
        readonly max: number;
        /** Default `number`. */
        readonly by?: ShareBasis;
      };
    }
  /** Classes of a sieve analysis, by mass. */
  | { readonly sieves: readonly SieveClass[] }
  /** Measured sizes, each as frequent as it is listed. */
  | { readonly samples: readonly number[] };

/** Sizes between two sieves, and their share, which need not be of 1. */
export interface SieveClass {
  readonly from: number;
  readonly to: number;
  readonly share: number;
}

/** Progress of an insertion. */
export interface InsertionProgress {
  readonly name: string;
  readonly inserted: number;
  /** Mass of all inserted bodies, kg. */
  readonly mass: number;
  /** Bodies that were due but found no position. */
  readonly waiting: number;
  /** Porosity of the region after bodies were inserted at once. A body counts if its centre is in the region. */
  readonly porosity?: number;
  /** Volume of the bodies over that of the region, where the insertion fills it. */
  readonly fraction?: number;
  /** What has come of each shape, in the order of the insertion. */
  readonly kinds: readonly InsertedShare[];
}

/** What has come of one shape of an insertion, beside what was wanted. */
export interface InsertedShare {
  readonly shape: string;
  readonly count: number;
  /** kg */
  readonly mass: number;
  /** Share of the insertion, counted as its weights are, and the share that the weights ask for. */
  readonly share: number;
  readonly wanted: number;
  /** Shares by mass of the classes of a sieve analysis, reached and wanted. */
  readonly sieves?: readonly {
    readonly from: number;
    readonly to: number;
    readonly share: number;
    readonly wanted: number;
  }[];
}

export const DEFAULT_ATTEMPTS = 100;
