// SPDX-License-Identifier: MIT
/**
 * One line of `scree contact`: reads a pair of placed shapes as JSON and returns the contact as JSON. An invalid line
 * gives `{"id":…,"error":"line N: object path: problem, numbers, remedy"}`; nothing here throws.
 */
import { ScreeError, UnsupportedPairError } from '../../errors.ts';
import { isFiniteVector, toTriple } from '../../math/vector.ts';
import { type Contact, type ContactOptions, contact } from '../../narrow-phase/contact.ts';
import { bodiesOfPair, type JsonObject, kindOfPair, type PairOfBodies, parsePair } from '../../pair-lines/read-pair.ts';
import type { Shape } from '../../shapes/shape.ts';
import { EXIT_INPUT, EXIT_NUMERICAL, EXIT_OK } from '../terminal/exit-code.ts';
import { LONGEST_LINE, type NumberedLine } from './line-batches.ts';
import { meshAnswer, refuseForMeshes } from './mesh-line.ts';
import { patchFields } from './patch-fields.ts';
import { planarAnswer, refuseForPlanar } from './planar-line.ts';

export interface LineAnswer {
  /** One line of JSON, without its line end. */
  readonly json: string;
  /** What this line alone would make the command exit with. */
  readonly exitCode: number;
  /** Keys besides `id`, `a` and `b`: they do not affect the result and are ignored. */
  readonly unknownKeys: readonly string[];
  /** The error behind `error`, for `--verbose`. */
  readonly cause?: unknown;
}

const PAIR_KEYS = ['id', 'a', 'b'];

export interface LineOptions extends ContactOptions {
  /** Add the contact patch and the overlap. */
  readonly patch?: boolean;
}

export function answerLine(line: NumberedLine, { patch = false, ...options }: LineOptions): LineAnswer {
  let id: unknown = null;
  let unknownKeys: readonly string[] = [];
  try {
    const pair = parsePair(textOf(line));
    id = pair.id ?? null;
    unknownKeys = Object.keys(pair).filter((key) => !PAIR_KEYS.includes(key));
    return { json: JSON.stringify({ id, ...answerOf(pair, { ...options, patch }) }), exitCode: EXIT_OK, unknownKeys };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const isInputError = error instanceof ScreeError;
    return {
      json: JSON.stringify({ id, error: `line ${line.number}: ${isInputError ? '' : 'internal error: '}${message}` }),
      exitCode: isInputError ? EXIT_INPUT : EXIT_NUMERICAL,
      unknownKeys,
      cause: error,
    };
  }
}

function answerOf(pair: JsonObject, options: LineOptions & { readonly patch: boolean }): JsonObject {
  // Options that a kind of pair does not take are refused before its bodies are read.
  const kind = kindOfPair(pair.a, pair.b);
  if (kind === 'mesh') refuseForMeshes(options);
  if (kind === 'planar') refuseForPlanar(options);
  const bodies = bodiesOfPair(pair);
  if (bodies.kind === 'mesh') return meshAnswer(bodies);
  return bodies.kind === 'planar' ? planarAnswer(bodies, options.patch) : spaceAnswer(bodies, options);
}

function spaceAnswer({ a, b }: PairOfBodies & { kind: 'space' }, { patch, ...options }: LineOptions): JsonObject {
  const answer = contact(a.shape, a.pose, b.shape, b.pose, options);
  requireAnswer(answer, a.shape, b.shape, options.algorithm);
  return { ...contactToJson(answer), ...(patch && patchFields(a.shape, a.pose, b.shape, b.pose)) };
}

/** The result as the command line writes it; `reason`, `case` and `manifold` only if there is one. */
function contactToJson(answer: Contact): JsonObject {
  return {
    distance: answer.distance,
    normal: toTriple(answer.normal),
    pointOnA: toTriple(answer.pointOnA),
    pointOnB: toTriple(answer.pointOnB),
    lower: answer.lower,
    upper: answer.upper,
    type: answer.type,
    status: answer.status,
    reason: answer.reason,
    gjkIterations: answer.gjkIterations,
    epaIterations: answer.epaIterations,
    case: answer.case,
    manifold: answer.manifold?.map(({ pointOnA, pointOnB, distance }) => ({
      pointOnA: toTriple(pointOnA),
      pointOnB: toTriple(pointOnB),
      distance,
    })),
  };
}

/** JSON would silently convert NaN and infinity to null, so a line never contains them. */
function requireAnswer(answer: Contact, a: Shape, b: Shape, algorithm: string | undefined): void {
  const pair = `${a.kind} against ${b.kind}`;
  if (answer.status === 'unsupported') {
    const by = algorithm === undefined ? '' : ` by ${algorithm}; leave --algorithm out for the default`;
    throw new UnsupportedPairError('unsupported-pair', `${pair}: not supported${reasonOf(answer)}${by}`);
  }
  const { distance, lower, upper, normal, pointOnA, pointOnB } = answer;
  const areFinite =
    [distance, lower, upper].every(Number.isFinite) && [normal, pointOnA, pointOnB].every(isFiniteVector);
  if (!areFinite) {
    throw new Error(`${pair}: the query gave a number that is not finite`);
  }
}

function reasonOf(answer: Contact): string {
  return answer.reason === undefined ? '' : ` (${answer.reason})`;
}

function textOf({ text }: NumberedLine): string {
  if (text !== undefined) return text;
  throw new ScreeError('line-too-long', `expected at most ${LONGEST_LINE} characters; use fewer vertices`);
}
