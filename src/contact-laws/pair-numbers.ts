// SPDX-License-Identifier: MIT
/**
 * Contact parameters of two materials. Parameters that the pair does not give are combined: the smaller friction, the
 * geometric mean of restitution and cohesion, the harmonic mean of stiffnesses. A rigid material leaves the stiffness
 * of the partner.
 */
import { SceneError } from '../errors.ts';
import { type ElasticMaterial, effectiveModulus, effectiveShearModulus } from './elastic-pair.ts';
import type { ContactNumber, MaterialPairSpec, MaterialSpec } from './law-spec.ts';

/** Two materials, and the parameters given for the pair. `path` names the pair in messages. */
export interface MaterialPair {
  readonly a: MaterialSpec;
  readonly b: MaterialSpec;
  readonly pair: MaterialPairSpec | undefined;
  readonly path: string;
}

type Rule = (x: number, y: number) => number;

export function geometricMean(x: number, y: number): number {
  return Math.sqrt(x * y);
}

/** Parameter of the pair, or of the materials by the rule; undefined if none of them gives it. */
export function combinedNumber(
  key: ContactNumber,
  { a, b, pair }: Omit<MaterialPair, 'path'>,
  rule: Rule,
): number | undefined {
  const own = pair?.[key];
  if (own !== undefined) return own;
  const x = a[key];
  const y = b[key];
  if (x === undefined || y === undefined) return x ?? y;
  return x === y ? x : rule(x, y);
}

/** E* and G* of two materials; elastic parameters of the pair apply to both. */
export function elasticModuli({ a, b, pair, path }: MaterialPair): { modulus: number; shear: number } {
  if (a.rigid && b.rigid) return refusePair(path, 'two rigid materials', 'make one of them elastic');
  const elastic = (material: MaterialSpec): ElasticMaterial => {
    if (material.rigid) return { youngsModulus: Infinity, poissonsRatio: 0, rigid: true };
    const youngsModulus = pair?.youngsModulus ?? material.youngsModulus;
    const poissonsRatio = pair?.poissonsRatio ?? material.poissonsRatio;
    if (youngsModulus === undefined || poissonsRatio === undefined) {
      const missing = youngsModulus === undefined ? 'youngsModulus' : 'poissonsRatio';
      return refusePair(
        path,
        `the Hertz law needs ${missing} of "${material.name}"`,
        'state it, or use the linear law',
      );
    }
    return { youngsModulus, poissonsRatio, rigid: false };
  };
  const [first, second] = [elastic(a), elastic(b)];
  return { modulus: effectiveModulus(first, second), shear: effectiveShearModulus(first, second) };
}

/** Stiffness between two materials by the named law. */
export function pairStiffness({ a, b, pair, path }: MaterialPair, law: string): number {
  if (pair?.stiffness !== undefined) return pair.stiffness;
  if (a.rigid && b.rigid) return refusePair(path, 'two rigid materials', 'make one of them elastic');
  const of = (material: MaterialSpec): number =>
    material.stiffness ??
    refusePair(path, `the ${law} law needs stiffness of "${material.name}"`, 'state it, or use the Hertz law');
  if (a.rigid) return of(b);
  if (b.rigid) return of(a);
  return 2 / (1 / of(a) + 1 / of(b));
}

function refusePair(path: string, problem: string, remedy: string): never {
  throw new SceneError('incomplete-material', `${path}: ${problem}; ${remedy}`, { path });
}
