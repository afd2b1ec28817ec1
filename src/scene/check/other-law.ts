// SPDX-License-Identifier: MIT
/**
 * The law that a scene of polyhedra could have instead, with its price, for `scree check`: one conserves the energy of
 * elastic bodies, the other takes less time (docs/decisions/0057-no-law-by-default.md).
 */
import type { BodyShapeSpec, SimulationSpec } from '../../simulation/simulation-spec.ts';
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

/** Undefined if no body is a polyhedron, or if the scene's law comes from a module. */
export function otherLaw(spec: SimulationSpec): string | undefined {
  const used = usedShapes(spec);
  if (spec.law.module !== undefined) return undefined;
  if (!(spec.shapes ?? []).some((shape) => used.has(shape.name) && isPolyhedral(shape))) return undefined;
  if (spec.law.normal === 'pressure-field')
    return `linear takes about 1/${PRICE} of the time for a simulated second; elastic polyhedra then gain or lose energy`;
  if (spec.law.normal === 'overlap-volume') return undefined;
  return (
    'pressure-field conserves the energy of elastic polyhedra and gives the restitution of faces, edges and corners; ' +
    `about ${PRICE} times the time for a simulated second; its stiffness is in N/m3`
  );
}
