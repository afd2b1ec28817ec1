// SPDX-License-Identifier: MIT
/**
 * The interface of a verification case: a published result, recomputed. A case consists of sections with text, tables
 * of published and own values, figures, and checks. The command line prints them; the report shows them.
 */
import type { GpuDevice } from '../gpu/engine/gpu-adapter.ts';

interface Paragraph {
  readonly kind: 'text';
  readonly text: string;
}

export interface Table {
  readonly kind: 'table';
  readonly title: string;
  readonly columns: readonly string[];
  /** Cells as they are shown; each row as long as `columns`. */
  readonly rows: readonly (readonly string[])[];
  readonly note?: string;
}

export interface Figure {
  readonly kind: 'figure';
  readonly title: string;
  /** An SVG element that takes its tones from the style of the report. */
  readonly svg: string;
  readonly note?: string;
}

/** One thing that must hold. What is only reported (times) is no check. */
export interface Check {
  readonly kind: 'check';
  readonly what: string;
  readonly published: string;
  readonly ours: string;
  readonly tolerance: string;
  /** Why this tolerance, or why ours differs from what was published. */
  readonly reason: string;
  readonly passed: boolean;
}

export type Block = Paragraph | Table | Figure | Check;

export interface Section {
  readonly title: string;
  readonly blocks: readonly Block[];
}

export interface RunSetup {
  /** All pairs and repetitions that the claim is about; otherwise a part of them that takes seconds. */
  readonly full: boolean;
  /** Told what is going on while long work lasts. */
  progress(line: string): void;
  /** CPU time used so far, of all threads: the library itself reads no clock. */
  cpuSeconds(): number;
  /** Time by a clock that only goes forward. */
  wallSeconds(): number;
  /** Processors of the machine, or as many as full runs may use of them. */
  readonly cores: number;
  /** To compute on; the processor without it. Only cases with `onGpu` look at it. */
  readonly gpu?: GpuDevice;
  /** One of the case's parts, for those who want no more of it. */
  readonly part?: string;
  /** Where long runs keep their states, so that the next call goes on from there; without it they start anew. */
  readonly store?: StateStore;
}

export interface StateStore {
  /** What was written under the name; undefined when nothing was. */
  read(name: string): Uint8Array | undefined;
  /** Replaces it, as a whole or not at all. */
  write(name: string, bytes: Uint8Array): void;
}

export interface VerificationCase {
  /** The word on the command line. */
  readonly name: string;
  readonly title: string;
  /** The paper, in one line. */
  readonly source: string;
  readonly summary: string;
  /** Whether it can run on the GPU of the setup. */
  readonly onGpu?: true;
  /** Names of what it can run alone. */
  readonly parts?: readonly string[];
  /** Throws a DeviceError when the machine lacks what the case is about. */
  run(setup: RunSetup): readonly Section[] | Promise<readonly Section[]>;
}

export interface CaseResult {
  readonly name: string;
  readonly title: string;
  readonly source: string;
  readonly summary: string;
  readonly sections: readonly Section[];
}

export function text(...lines: readonly string[]): Paragraph {
  return { kind: 'text', text: lines.join(' ') };
}

export function table(
  title: string,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  note?: string,
): Table {
  return { kind: 'table', title, columns, rows, ...(note !== undefined && { note }) };
}

export function figure(title: string, svg: string, note?: string): Figure {
  return { kind: 'figure', title, svg, ...(note !== undefined && { note }) };
}

export function check(given: Omit<Check, 'kind'>): Check {
  return { kind: 'check', ...given };
}

interface Bound {
  readonly what: string;
  readonly published: string;
  readonly found: number;
  readonly tolerance: number;
  /** Behind the tolerance, with the space before it. */
  readonly unit?: string;
  /** What was found in words, given the number with three digits. */
  ours(found: string): string;
  readonly reason: string;
}

/** A check that what was found is at most the tolerance. A value that is not a number fails. */
export function atMost({ found, tolerance, unit = '', ours, ...rest }: Bound): Check {
  return check({
    ...rest,
    ours: ours(plain(found)),
    tolerance: `${plain(tolerance)}${unit}`,
    passed: found <= tolerance,
  });
}

/** A check that something, told as a clause in the present, never happens. */
export function never(what: string, found: number, of: number, published: string, reason: string): Check {
  return check({
    what: `Never: ${what}`,
    published,
    ours: `${count(found)} of ${count(of)}`,
    tolerance: '0',
    reason,
    passed: found === 0 && of > 0,
  });
}

export function checksOf(sections: readonly Section[]): readonly Check[] {
  return sections.flatMap(({ blocks }) => blocks.filter((block) => block.kind === 'check'));
}

export async function runCase(given: VerificationCase, setup: RunSetup): Promise<CaseResult> {
  const { name, title, source, summary } = given;
  return { name, title, source, summary, sections: await given.run(setup) };
}

/** 12345 as 12,345. */
export function count(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** At most `digits` significant digits, without trailing zeros or a minus before zero. */
export function plain(value: number, digits = 3): string {
  return String(Number(value.toPrecision(digits)) + 0);
}

export function percent(part: number, whole: number, digits = 2): string {
  return whole === 0 ? '-' : `${((100 * part) / whole).toFixed(digits)} %`;
}
