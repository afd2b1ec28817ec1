// SPDX-License-Identifier: MIT
/** Applies the options of `scree analyse` to a run folder and returns texts and files. */
import { forceChains } from '../../analysis/force-chains.ts';
import { DEFAULT_HEAP } from '../../analysis/heap.ts';
import { DEFAULT_MIXING } from '../../analysis/mixing-index.ts';
import { PLANE_QUANTITIES, type PlaneSpec } from '../../analysis/plane-flow.ts';
import { analysisRegion } from '../../analysis/region.ts';
import { type MeasuredRegion, REGION_QUANTITIES } from '../../analysis/region-quantities.ts';
import { InvalidOptionError } from '../../errors.ts';
import { type AnalysisRegions, profileTable, seriesTable, tableText } from '../../runs/analyse/analysis-table.ts';
import { RecordedRun } from '../../runs/analyse/recorded-run.ts';
import { CHAIN_HEADINGS, chainRows, vtkChains } from '../../runs/outputs/force-chain-output.ts';
import {
  MEASURED_FORMS,
  type MeasuredQuantity,
  measuredQuantity,
  nearQuantity,
  SLICE_FORMS,
  sliceQuantity,
} from '../../scene/measured-quantity.ts';
import type { AnalysisSpec } from '../../scene/scene.ts';
import { readPlaneText, readRegionText } from '../options/region-text.ts';
import { analysisPlot } from '../terminal/analysis-plot.ts';
import type { AnalyseOptions } from './analyse.ts';
import { analyseTable } from './analyse-table.ts';
import { columnMeans, meanProfile } from './table-means.ts';

export interface WrittenFile {
  readonly path: string;
  readonly content: string | Uint8Array;
}

const DEFAULT_QUANTITIES = ['count', 'coordination', 'packingFraction', 'pressure'];
const DEFAULT_SLICES = 20;
/** Names of the region and the plane of the options among those of the scene; names in a scene have no blanks. */
const GIVEN_REGION = ' region';
const GIVEN_PLANE = ' plane';

function refuse(message: string): never {
  throw new InvalidOptionError('bad-analysis', message);
}

function regionOf({ region = 'all', ...options }: AnalyseOptions, { regions }: AnalysisSpec): MeasuredRegion {
  const read = readRegionText(region);
  const named = typeof read === 'object' && 'name' in read ? regions.get(read.name) : regions.get(region);
  if (typeof read === 'object' && 'name' in read && named === undefined) {
    refuse(
      `--region: the scene has no region "${read.name}"; there are ${[...regions.keys()].join(', ')}, or write box:…`,
    );
  }
  const base: MeasuredRegion = named ?? { region: read as MeasuredRegion['region'] };
  const { cells, by, weight, fewest, across, bins } = options;
  const given = <Value extends object>(value: Value): Partial<Value> =>
    Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as Partial<Value>;
  return {
    region: base.region,
    mixing: { ...DEFAULT_MIXING, ...base.mixing, ...given({ cells, by, weight, fewest }) } as typeof DEFAULT_MIXING,
    heap: { ...DEFAULT_HEAP, ...base.heap, ...given({ across, bins }) } as typeof DEFAULT_HEAP,
  };
}

function planeOf(text: string | undefined, { planes }: AnalysisSpec): PlaneSpec | undefined {
  if (text === undefined) return undefined;
  if (text.includes(':')) return readPlaneText(text);
  return (
    planes.get(text) ?? refuse(`--plane: the scene has no plane "${text}"; write a point and a direction, x,y,z:x,y,z`)
  );
}

/** A name with or without its region. */
function quantityOf(text: string, { regions, planes }: AnalysisRegions): MeasuredQuantity {
  const short = sliceQuantity(text);
  if (short !== undefined) return { kind: 'region', name: GIVEN_REGION, ...short };
  const crossing = PLANE_QUANTITIES.find((each) => text === `plane.${each}`);
  if (crossing !== undefined) {
    if (!planes.has(GIVEN_PLANE)) refuse(`--quantity ${text}: which plane? give --plane, or plane.NAME.${crossing}`);
    return { kind: 'plane', name: GIVEN_PLANE, quantity: crossing, columns: [text] };
  }
  const long = measuredQuantity(text);
  if (long === undefined) {
    const hint = nearQuantity(text, [...REGION_QUANTITIES, ...MEASURED_FORMS]);
    refuse(`--quantity: unknown quantity "${text}"${hint}; there are ${SLICE_FORMS}, ${MEASURED_FORMS.join(', ')}`);
  }
  const known = long.kind === 'region' ? regions : planes;
  if (known.has(long.name)) return long;
  const names = [...known.keys()].filter((name) => !name.startsWith(' '));
  return refuse(
    `--quantity ${text}: the scene has no ${long.kind} "${long.name}"; there are ${names.join(', ') || 'none'}`,
  );
}

function chainFile(run: RecordedRun, path: string, region: MeasuredRegion, options: AnalyseOptions): WrittenFile {
  const frames = run.frames(options.from, options.until);
  if (path.endsWith('.csv')) {
    const lines = [['time', 'step', ...CHAIN_HEADINGS].join(',')];
    for (const { time, step, state } of frames) {
      const found = forceChains(state, analysisRegion(region.region, state));
      for (const row of chainRows(state, found)) lines.push([time, step, ...row].join(','));
    }
    return { path, content: `${lines.join('\n')}\n` };
  }
  if (!path.endsWith('.vtp')) refuse(`--chains: expected a name that ends in .csv or .vtp, got "${path}"`);
  const last = [...frames].at(-1);
  if (last === undefined) refuse(`--chains: ${run.folder} has no frame in the requested time range${timesOf(run)}`);
  const { state } = last;
  return { path, content: vtkChains(state, forceChains(state, analysisRegion(region.region, state))) };
}

/** Times of a run that replace the requested ones, and its damaged parts. */
function timesOf({ times: { count, first, last }, problem }: RecordedRun): string {
  const has = count === 0 ? '; it has none' : `; it has ${count} from ${first} s to ${last} s`;
  return problem === undefined ? has : `${has}\n${problem}`;
}

export interface Analysed {
  /** Damaged parts of the trajectory, which were skipped. */
  readonly problem?: string | undefined;
  readonly text: string;
  readonly files: readonly WrittenFile[];
  /** Notes for the user about missing values. */
  readonly notes?: readonly string[];
}

/** Throws an InvalidOptionError or a RunError. */
export function analyseRun(folder: string, options: AnalyseOptions): Analysed {
  if (options.table !== undefined) return analyseTable(folder, options.table, options);
  const ofTables = (['columns', 'over', 'fit'] as const).find((option) => options[option] !== undefined);
  if (ofTables !== undefined) refuse(`--${ofTables}: of which table? give --table NAME`);
  const run = new RecordedRun(folder);
  try {
    const analysed = analyse(run, options);
    return { ...analysed, problem: run.problem };
  } finally {
    run.close();
  }
}

function analyse(run: RecordedRun, options: AnalyseOptions): Analysed {
  const { folder } = run;
  const { analysis } = run.scene.outputs;
  const region = regionOf(options, analysis);
  const plane = planeOf(options.plane, analysis);
  const regions: AnalysisRegions = {
    regions: new Map([...analysis.regions, [GIVEN_REGION, region]]),
    planes: new Map([...analysis.planes, ...(plane === undefined ? [] : [[GIVEN_PLANE, plane] as const])]),
  };
  const { quantity = options.chains === undefined ? DEFAULT_QUANTITIES : [], along, csv, plot, chains } = options;
  const quantities = quantity.map((text) => quantityOf(text, regions));
  const needsNormals = quantities.some(({ quantity: what }) => what === 'fabric' || what === 'anisotropy');
  if (needsNormals && !run.hasNormals) {
    refuse(
      `${folder}: its trajectory is of version 1, which has no contact normals for the fabric; run the scene again`,
    );
  }
  const files: WrittenFile[] = chains === undefined ? [] : [chainFile(run, chains, region, options)];
  if (quantities.length === 0) return { text: '', files };
  const sliced = quantities.flatMap((each) => (each.kind === 'region' && each.name === GIVEN_REGION ? [each] : []));
  if (along !== undefined && sliced.length < quantities.length) {
    refuse('--along: a profile takes quantities without a region or plane; give --region');
  }
  const whole =
    along === undefined
      ? seriesTable(run, quantities, regions, options)
      : profileTable(run, sliced, { region, along, slices: options.slices ?? DEFAULT_SLICES }, options);
  if (whole.rows.length === 0)
    refuse(`${folder}: its trajectory has no frame in the requested time range${timesOf(run)}`);
  if (options.average && along === undefined) {
    if (plot !== undefined) refuse('--plot: means of whole columns are no curve; leave out --plot, or give --along');
    const text = columnMeans(whole);
    if (csv !== undefined) files.push({ path: csv, content: text });
    return { text: csv === undefined ? text : '', files, ...(whole.notes && { notes: whole.notes }) };
  }
  const table = options.average ? meanProfile(whole) : whole;
  if (csv !== undefined) files.push({ path: csv, content: tableText(table) });
  if (plot !== undefined) files.push({ path: plot, content: analysisPlot(run.scene.title, table, along) });
  return { text: files.length === 0 ? tableText(table) : '', files, ...(table.notes && { notes: table.notes }) };
}
