// SPDX-License-Identifier: MIT
/** Bodies that appear in the course of a simulation: what, where, how many and when. SI units. */
import type { Vector3Like } from '../../math/vector.ts';

export interface InsertionSpec {
  readonly name: string;
  readonly shapes: readonly InsertedShapeSpec[];
  /** Where the centres of mass are. */
  readonly region: RegionSpec;
  /** Bodies in all. Needed without a rate: then all of them appear at `from`, and it is an error if they do not fit. */
  readonly count?: number;
  /** Bodies per second: one at `from`, the next 1 / rate later. One that finds no place waits until the next one is due. */
  readonly rate?: number;
  /** s; default 0 */
  readonly from?: number;
  /** s; nothing appears at this time or later. Default: for ever. */
  readonly until?: number;
  /** m/s; default at rest */
  readonly velocity?: Vector3Like;
  /** Whether bodies are turned, each rotation being as likely as any other; default false. */
  readonly randomOrientation?: boolean;
  /** How many places are tried for one body at one time; default 100. */
  readonly attempts?: number;
}

export interface InsertedShapeSpec {
  readonly shape: string;
  readonly material: string;
  /** Share by number among the shapes; they need not add up to 1. */
  readonly weight: number;
  /** Factor on the shape's size; default 1. */
  readonly scale?: SizeDistribution;
}

export type RegionSpec =
  | { readonly box: { readonly min: Vector3Like; readonly max: Vector3Like } }
  | { readonly cylinder: { readonly from: Vector3Like; readonly to: Vector3Like; readonly radius: number } }
  | { readonly sphere: { readonly centre: Vector3Like; readonly radius: number } };

export type SizeDistribution =
  | { readonly constant: number }
  /** Smallest and largest. */
  | { readonly uniform: readonly [number, number] }
  /** Normal, values outside min to max being drawn again; min <= mean <= max. */
  | {
      readonly normal: {
        readonly mean: number;
        readonly deviation: number;
        readonly min: number;
        readonly max: number;
      };
    }
  /** Sizes with their shares by number, which need not add up to 1. */
  | { readonly table: readonly { readonly size: number; readonly share: number }[] };

/** How far an insertion has come. */
export interface InsertionProgress {
  readonly name: string;
  readonly inserted: number;
  /** Due, but without a place so far. */
  readonly waiting: number;
}

export const DEFAULT_ATTEMPTS = 100;
