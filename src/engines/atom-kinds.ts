// SPDX-License-Identifier: MIT
/**
 * Atom types of LIGGGHTS. With the Hertz law a type is a material. With linear springs the damping coefficient is one
 * number for each pair of types, and ours depends on the effective mass, so a type is a material and a mass, or a
 * material of a wall.
 */
import { power } from '../math/elementary.ts';
import { eachBody, isFree } from '../simulation/bodies/body-groups.ts';
import { massOfSphere } from '../simulation/set-up.ts';
import type { SimulationSpec } from '../simulation/simulation-spec.ts';
import { bodyForms } from './start-bodies.ts';

export interface LiggghtsKind {
  /** Number in the spec. */
  readonly material: number;
  /** kg; infinite for walls and fixed bodies; undefined if the law does not need it. */
  readonly mass?: number;
}

/** Each pair of types has its own numbers, in matrices that are written on one line. */
export const MOST_TYPES = 40;

/** Radii that differ by less are one size. */
const SAME = 1e-12;

export function liggghtsKinds(spec: SimulationSpec): readonly LiggghtsKind[] {
  if (spec.law.normal !== 'linear') return spec.materials.map((_, material) => ({ material }));
  const kinds: LiggghtsKind[] = [];
  const note = (material: number, mass: number): void => {
    if (!kinds.some((kind) => isKind(kind, material, mass)) && kinds.length <= MOST_TYPES) {
      kinds.push({ material, mass });
    }
  };
  const number = new Map(spec.materials.map(({ name }, k) => [name, k]));
  const radii = new Map(spec.shapes?.map((shape) => [shape.name, 'sphere' in shape ? shape.sphere.radius : 0]));
  const forms = bodyForms(spec);
  const volumes = new Map(spec.shapes?.map(({ name }, k) => [name, forms[k]?.volume]));
  const massOf = (shape: string, scale: number, material: number): number => {
    const density = spec.materials[material]?.density ?? 0;
    const volume = volumes.get(shape);
    return volume === undefined
      ? massOfSphere(scale * (radii.get(shape) ?? 0), density)
      : density * volume * power(scale, 3);
  };
  for (const body of eachBody(spec.bodies)) {
    const { shape, scale = 1 } = body;
    const material = number.get(body.material) ?? 0;
    note(material, isFree(body) ? massOf(shape, scale, material) : Infinity);
  }
  for (const { shapes } of spec.insertions ?? []) {
    for (const { shape, material: name, scale } of shapes) {
      const material = number.get(name) ?? 0;
      for (const size of sizesOf(scale)) note(material, massOf(shape, size, material));
    }
  }
  for (const { material } of [...(spec.halfSpaces ?? []), ...(spec.meshes ?? [])]) {
    note(number.get(material) ?? 0, Infinity);
  }
  return kinds;
}

type Sizes = NonNullable<SimulationSpec['insertions']>[number]['shapes'][number]['scale'];

/** Sizes that a distribution gives; for a continuous one more than there are types for. */
function sizesOf(scale: Sizes): readonly number[] {
  if (scale === undefined) return [1];
  if ('constant' in scale) return [scale.constant];
  if ('table' in scale) return scale.table.map(({ size }) => size);
  return Array.from({ length: MOST_TYPES + 1 }, (_, k) => 1 + k);
}

function isKind(kind: LiggghtsKind, material: number, mass: number): boolean {
  if (kind.material !== material) return false;
  if (kind.mass === mass) return true;
  return mass < Infinity && Math.abs((kind.mass ?? 0) - mass) <= SAME * mass;
}

/** Type, from 1, of a body of this mass, or of a wall or fixed body (infinite mass). */
export function typeOf(kinds: readonly LiggghtsKind[], material: number, mass: number): number {
  const index = kinds.findIndex((kind) =>
    kind.mass === undefined ? kind.material === material : isKind(kind, material, mass),
  );
  if (index < 0) throw new RangeError(`no type of material ${material} with mass ${mass}`);
  return index + 1;
}
