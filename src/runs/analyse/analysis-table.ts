// SPDX-License-Identifier: MIT
/** Quantities of a recorded run as a table: one row for each frame, or for each slice of each frame. */
import { PlaneFlow, type PlaneSpec, planeQuantityUnit, planeValue } from '../../analysis/plane-flow.ts';
import { Measured, type MeasuredRegion, regionQuantityUnit } from '../../analysis/region-quantities.ts';
import type { SliceAxis } from '../../analysis/slices.ts';
import type { MeasuredQuantity } from '../../scene/measured-quantity.ts';
import { profileHeadings, profileRows } from '../outputs/profile-output.ts';
import type { RecordedRun } from './recorded-run.ts';

type TableCell = number | undefined;

export interface AnalysisTable {
  readonly headings: readonly string[];
  readonly rows: readonly (readonly TableCell[])[];
  /** Columns of values with their units, behind those of time and position. */
  readonly units: readonly string[];
  /** Reasons why quantities have no value in some frames. */
  readonly notes?: readonly string[];
}

export interface AnalysisRegions {
  readonly regions: ReadonlyMap<string, MeasuredRegion>;
  readonly planes: ReadonlyMap<string, PlaneSpec>;
}

/** s */
interface Interval {
  readonly from?: number;
  readonly until?: number;
}

/** A region or plane that a quantity names; the reader of quantities has checked that it exists. */
function namedOne<Named>(known: ReadonlyMap<string, Named>, name: string): Named {
  const found = known.get(name);
  if (found === undefined) throw new RangeError(`no place has the name ${name}`);
  return found;
}

function unitsOf(quantities: readonly MeasuredQuantity[]): string[] {
  return quantities.flatMap((quantity) => {
    const unit =
      quantity.kind === 'plane' ? planeQuantityUnit(quantity.quantity) : regionQuantityUnit(quantity.quantity);
    return quantity.columns.map(() => unit);
  });
}

/** A row for each frame: time, step, values. */
export function seriesTable(
  run: RecordedRun,
  quantities: readonly MeasuredQuantity[],
  { regions, planes }: AnalysisRegions,
  { from, until }: Interval = {},
): AnalysisTable {
  const crossed = new Set(quantities.flatMap((quantity) => (quantity.kind === 'plane' ? quantity.name : [])));
  const flows = new Map([...crossed].map((name) => [name, new PlaneFlow(namedOne(planes, name))]));
  const rows: TableCell[][] = [];
  const missing = new Map<string, { count: number; time: number; reason: string }>();
  for (const { time, step, state } of run.frames(from, until)) {
    const measured = new Map<string, Measured>();
    const row: TableCell[] = [time, step];
    for (const quantity of quantities) {
      const { name } = quantity;
      if (quantity.kind === 'plane') {
        row.push(planeValue(quantity.quantity, namedOne(flows, name).take(state)));
        continue;
      }
      const region = measured.get(name) ?? Measured.of(state, namedOne(regions, name));
      measured.set(name, region);
      const values = region.values(quantity.quantity, quantity.component);
      row.push(...values);
      const reason = values.every((value) => value === undefined) ? region.reasonWithout(quantity.quantity) : undefined;
      const key = quantity.columns.join(', ');
      if (reason !== undefined) missing.set(key, { count: (missing.get(key)?.count ?? 0) + 1, time, reason });
    }
    rows.push(row);
  }
  const headings = ['time', 'step', ...quantities.flatMap(({ columns }) => columns)];
  const notes = [...missing].map(([columns, { count, time, reason }]) => {
    return `${columns}: no value at ${count} of ${rows.length} moments, the last at ${time} s: ${reason}`;
  });
  return { headings, rows, units: unitsOf(quantities), notes };
}

interface ProfileOptions {
  readonly region: MeasuredRegion;
  readonly along: SliceAxis;
  readonly slices: number;
}

/** A row for each slice of each frame: time, step, middle of the slice, values. */
export function profileTable(
  run: RecordedRun,
  quantities: readonly Extract<MeasuredQuantity, { kind: 'region' }>[],
  options: ProfileOptions,
  { from, until }: Interval = {},
): AnalysisTable {
  const profile = { ...options, quantities };
  const rows: TableCell[][] = [];
  for (const { time, step, state } of run.frames(from, until)) {
    for (const row of profileRows(state, profile)) rows.push([time, step, ...row]);
  }
  return { headings: ['time', 'step', ...profileHeadings(profile)], rows, units: unitsOf(quantities) };
}

export function tableText({ headings, rows }: AnalysisTable): string {
  return [headings, ...rows].map((cells) => `${cells.map((cell) => cell ?? '').join(',')}\n`).join('');
}
