// SPDX-License-Identifier: MIT
/**
 * The law that a scene of polyhedra could have instead, with its price, for `scree check`: one conserves the energy of
 * elastic bodies, the other takes less time (docs/decisions/0057-no-law-by-default.md).
 */
import type { BodyShapeSpec, ContactLawSpec, SimulationSpec } from '../../simulation/simulation-spec.ts';
import { formatNumber, formatPower, formatSi } from '../format-quantity.ts';
import { bodySizeOf } from './body-size.ts';
import { usedShapes } from './unused-numbers.ts';

/**
 * Time of a simulated second of settled bricks and rocks by pressure fields over that by springs at corners, each at
 * the same share of its critical time step (benchmarks/results/pressure-field.md).
 */
const PRICE = 2;

function isPolyhedral(shape: BodyShapeSpec): boolean {
  const pieces =
    'compound' in shape
      ? shape.compound.pieces.map(({ shape: piece }) => piece)
      : 'convex' in shape
        ? [shape.convex]
        : [];
  return pieces.some(({ kind }) => kind === 'box' || kind === 'polyhedron');
}

/** Unit of the stiffness of materials by a law; undefined for laws that do not use it. */
export function stiffnessUnit({ normal, module }: ContactLawSpec): 'N/m' | 'N/m3' | undefined {
  if (module !== undefined || normal === 'hertz') return undefined;
  return normal === 'linear' ? 'N/m' : 'N/m3';
}

/**
 * A value to begin with by the other law: the force at a given overlap is that of a flush face of the smallest
 * polyhedron, as large as the face of a cube of its volume. Empty if no material has a stiffness.
 */
function firstStiffness({ materials, law }: SimulationSpec, polyhedra: readonly BodyShapeSpec[]): string {
  const stiffness = Math.max(...materials.map((material) => material.stiffness ?? 0));
  const isPerArea = stiffnessUnit(law) === 'N/m3';
  if (stiffness === 0 || stiffnessUnit(law) === undefined) return '';
  const smallest = Math.min(...polyhedra.map((shape) => bodySizeOf(shape).volumeAtLeast));
  const face = Math.cbrt(smallest) ** 2;
  const perLength = (value: number): string => formatSi(value, 'N/m');
  const perVolume = (value: number): string => `${formatPower(value)} N/m3`;
  const rounded = (value: number): number => Number(value.toPrecision(1));
  const [given, first] = isPerArea
    ? [perVolume(stiffness), perLength(rounded(stiffness * face))]
    : [perLength(stiffness), perVolume(rounded(stiffness / face))];
  return `; ${given} on a face of ${formatNumber(1e6 * face)} mm2 is about ${first}`;
}

/** Undefined if no body is a polyhedron, or if the scene's law comes from a module. */
export function otherLaw(spec: SimulationSpec): string | undefined {
  const used = usedShapes(spec);
  if (spec.law.module !== undefined) return undefined;
  const polyhedra = (spec.shapes ?? []).filter((shape) => used.has(shape.name) && isPolyhedral(shape));
  if (polyhedra.length === 0) return undefined;
  const first = firstStiffness(spec, polyhedra);
  if (spec.law.normal === 'pressure-field') {
    return (
      `linear takes about 1/${PRICE} of the time for a simulated second; elastic polyhedra then gain or lose energy; ` +
      `its stiffness is in N/m${first}`
    );
  }
  if (spec.law.normal === 'overlap-volume') return undefined;
  return (
    'pressure-field conserves the energy of elastic polyhedra and gives the restitution of faces, edges and corners; ' +
    `about ${PRICE} times the time for a simulated second; its stiffness is in N/m3${first}`
  );
}
