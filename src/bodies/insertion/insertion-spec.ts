// SPDX-License-Identifier: MIT
/** Bodies that appear in the course of a simulation: what, where, how many and when. SI units. */
import type { Vector3Like } from '../../math/vector.ts';

export interface InsertionSpec {
  readonly name: string;
  readonly shapes: readonly InsertedShapeSpec[];
  /** Where the centres of mass are. */
  readonly region: InsertionRegionSpec;
  /** Bodies in all. Without a rate or mass rate all of them appear at `from`. */
  readonly count?: number;
  /** Mass in all, kg, to within half a body. Without a rate or mass rate all of it appears at `from`. */
  readonly mass?: number;
  /**
   * Bodies appear at `from` until 1 - solid volume / volume of the region is at most this; not with a rate or mass
   * rate.
   */
  readonly porosity?: number;
  /**
   * Bodies per second: one at `from`, the next 1 / rate later. One that finds no place waits until the next one is due.
   */
  readonly rate?: number;
  /** kg/s: each body comes when half of it is owed. One that finds no place waits until as much again is owed. */
  readonly massRate?: number;
  /**
   * When bodies that are to appear at once do not all fit: `stop` (default) is an error, `accept` goes on with those
   * that do.
   */
  readonly onFull?: 'stop' | 'accept';
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

/** Where bodies appear: a tube is a cylinder with a hole along its axis, as around a shaft. */
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
  /** Of all that were inserted, kg. */
  readonly mass: number;
  /** Due, but without a place: so far, or, where all were to come at once, for good. */
  readonly waiting: number;
  /** Of the region, once bodies have been inserted at once; bodies count where their centres are. */
  readonly porosity?: number;
}

export const DEFAULT_ATTEMPTS = 100;
