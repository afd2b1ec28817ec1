// SPDX-License-Identifier: MIT
/** The result of the mesh readers, and their errors about a file. */
import { MeshError } from '../errors.ts';

/** A named part of a mesh file. */
export interface MeshObject {
  readonly name: string;
  /** Numbers of its facets: from the first up to, not including, the last. */
  readonly begin: number;
  readonly end: number;
}

/** What a mesh file holds: vertices, facets, named parts and warnings, in the unit of the file. */
export interface MeshData {
  /** Flat x, y, z. */
  readonly vertices: Float64Array;
  /** Per facet: indices of its vertices, in the order of the file. */
  readonly facets: number[][];
  /** Named parts of the file in their order, if there are several: the objects of OBJ, or its groups. */
  readonly objects?: readonly MeshObject[];
  /** Ignored or repaired data, each with its location in the file. */
  readonly warnings: string[];
}

/** `file:line: problem` */
export function lineError(file: string, line: number, code: string, problem: string): MeshError {
  return new MeshError(code, `${file}:${line}: ${problem}`, { file, line });
}

/** `file: byte n: problem` */
export function byteError(file: string, byte: number, code: string, problem: string): MeshError {
  return new MeshError(code, `${file}: byte ${byte}: ${problem}`, { file, byte });
}

const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** The decimal number a token spells; throws when it is none, or too large for a double. */
export function parseDecimal(token: string | undefined, file: string, line: number, what: string): number {
  if (token === undefined) throw lineError(file, line, 'missing-number', `${what}: expected a number, the line ends`);
  const value = DECIMAL.test(token) ? Number(token) : Number.NaN;
  if (Number.isFinite(value)) return value;
  throw lineError(file, line, 'bad-number', `${what}: expected a finite number, got "${token}"`);
}

/**
 * Drops facets that name a vertex twice in a row, since they have no area or a useless corner; says how many there
 * were.
 */
export function withoutRepeatedCorners(
  facets: readonly number[][],
  locationOf: (facet: number) => string,
  warnings: string[],
  onKept: (facet: number) => void = () => {},
): number[][] {
  const kept: number[][] = [];
  let changed = 0;
  let firstLocation = '';
  facets.forEach((facet, index) => {
    const corners = facet.filter((v, i) => v !== facet[(i + 1) % facet.length]);
    if (corners.length !== facet.length && changed++ === 0) firstLocation = locationOf(index);
    if (corners.length < 3) return;
    kept.push(corners);
    onKept(index);
  });
  if (changed > 0) {
    const degenerate = facets.length - kept.length;
    warnings.push(
      `${firstLocation}: ${changed} facets repeat a vertex; ${degenerate} without area left out, the others ` +
        'without the repetition (the first is here)',
    );
  }
  return kept;
}
