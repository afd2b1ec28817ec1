// SPDX-License-Identifier: MIT
/** The shown pair as JSON: a line for `scree contact`, a part of the address for sharing, and a test case. */
import { bodiesOfPair, type JsonObject, type PairOfBodies, parsePair } from '../../../src/pairs.ts';

export interface PoseJson {
  readonly position: readonly number[];
  /** In space: w, x, y, z. */
  readonly orientation?: readonly number[];
  /** In the plane: radians. */
  readonly angle?: number;
}

export interface BodyJson {
  readonly shape: JsonObject;
  readonly pose: PoseJson;
}

export interface PairJson {
  readonly a: BodyJson;
  readonly b: BodyJson;
}

/** Longer lines are not put into the address. */
const LONGEST_ADDRESS = 20_000;

/** A complete pose, with defaults for missing parts. */
function completePose(pose: unknown, isPlanar: boolean): PoseJson {
  const { position, orientation, angle } = (pose ?? {}) as Partial<PoseJson>;
  if (isPlanar) return { position: position ?? [0, 0], angle: angle ?? 0 };
  return { position: position ?? [0, 0, 0], orientation: orientation ?? [1, 0, 0, 0] };
}

/** The pair of a parsed object with its bodies. Throws as the reader of `scree contact` does. */
export function readPair(value: JsonObject): { readonly pair: PairJson; readonly bodies: PairOfBodies } {
  const bodies = bodiesOfPair(value);
  const isPlanar = bodies.kind === 'planar';
  const side = (body: unknown): BodyJson => {
    const { shape, pose } = body as { shape: JsonObject; pose?: unknown };
    return { shape, pose: completePose(pose, isPlanar) };
  };
  return { pair: { a: side(value.a), b: side(value.b) }, bodies };
}

/** One line of a pairs file. Errors begin with the number of the line, as those of `scree contact` do. */
export function readPairLine(text: string, number: number): PairJson {
  try {
    return readPair(parsePair(text)).pair;
  } catch (error) {
    throw new Error(`line ${number}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Lines of a pairs file that are not empty, with their numbers, counted from 1. */
export function linesOf(text: string): readonly { readonly number: number; readonly text: string }[] {
  return text
    .split('\n')
    .map((line, i) => ({ number: i + 1, text: line.replace(/\r$/, '') }))
    .filter((line) => line.text.trim() !== '');
}

/** What `scree contact` reads. */
export function pairLine(pair: PairJson): string {
  return JSON.stringify(pair);
}

/** The part of the address after `#`; without the pair if it would be too long. */
export function hashOf(pair: PairJson, algorithm: string): string {
  const line = pairLine(pair);
  const query = new URLSearchParams({ algorithm });
  if (line.length <= LONGEST_ADDRESS) query.set('pair', line);
  return `#/explore?${query}`;
}

interface SharedPair {
  readonly pair?: PairJson;
  readonly algorithm?: string;
  /** Why the pair in the address cannot be shown. */
  readonly problem?: string;
}

export function sharedPair(hash: string): SharedPair {
  const query = new URLSearchParams(/^#\/explore\?(.*)$/.exec(hash)?.[1] ?? '');
  const [text, algorithm] = [query.get('pair'), query.get('algorithm')];
  const chosen = algorithm === null ? {} : { algorithm };
  if (text === null) return chosen;
  try {
    return { ...chosen, pair: readPair(parsePair(text)).pair };
  } catch (error) {
    return { ...chosen, problem: `The pair in the address: ${error instanceof Error ? error.message : String(error)}` };
  }
}

interface TestedAnswer {
  readonly distance: number;
  readonly type: string;
  readonly status: string;
}

/** A test of this pair for Vitest, with the answer on show. */
export function testCase(pair: PairJson, kind: PairOfBodies['kind'], answer: TestedAnswer): string {
  const isPlanar = kind === 'planar';
  const [query, reader] = isPlanar ? ['planarContact', 'planarShapeFromJson'] : ['contact', 'shapeFromJson'];
  const pose = (body: BodyJson): string => JSON.stringify(body.pose);
  const shape = (body: BodyJson): string => `${reader}(${JSON.stringify(body.shape)})`;
  return [
    `import { ${query}, ${reader} } from 'scree/contact';`,
    "import { expect, it } from 'vitest';",
    '',
    `it('answers this pair', () => {`,
    `  const a = ${shape(pair.a)};`,
    `  const b = ${shape(pair.b)};`,
    `  const found = ${query}(a, ${pose(pair.a)}, b, ${pose(pair.b)});`,
    `  expect(found.distance).toBeCloseTo(${answer.distance}, 9);`,
    `  expect(found).toMatchObject({ type: '${answer.type}', status: '${answer.status}' });`,
    '});',
    '',
  ].join('\n');
}
