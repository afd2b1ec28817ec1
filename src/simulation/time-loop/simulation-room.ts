// SPDX-License-Identifier: MIT
/** Initial memory of a simulation, and how it grows. */

import { hasRollingSpring } from '../../contact-laws/law-descriptions.ts';
import type { ContactLawSpec } from '../../contact-laws/law-spec.ts';
import { CELLS_PER_ELEMENT, CELLS_PER_LEVEL } from '../../step-kernel/grid.ts';
import * as layout from '../../step-kernel/step-layout.ts';
import { countOf } from '../bodies/body-groups.ts';
import type { BodyShapeSpec, SimulationSpec } from '../simulation-spec.ts';
import { mostBlocks } from '../threads/block-size.ts';
import type { Capacities } from './step-memory.ts';

/** A dense packing of equal spheres with the default skin has four to five listed pairs per sphere. */
const PAIRS_PER_BODY = 5;
const LEAST_BODIES = 16;
const LEAST_TOUCHES = 256;
/** Room is made for half as much again as was needed, so that growing is rare. */
export const GROWTH = 1.5;
/**
 * The same for the neighbour list and for touches, which are most of the memory and whose number changes little once
 * bodies are packed.
 */
export const LIST_GROWTH = 1.1;

/** Capacities for this many elements; pairs and slots grow when they are too few. */
export function roomForElements(
  elements: number,
  pairsPerBody = PAIRS_PER_BODY,
): Pick<Capacities, 'elements' | 'blocks' | 'pairs' | 'slots' | 'spare' | 'cells'> {
  const pairs = pairsPerBody * elements + 1024;
  return {
    elements,
    blocks: mostBlocks(elements),
    pairs,
    slots: Math.ceil(pairs / 3),
    spare: 0,
    cells: CELLS_PER_ELEMENT * elements + CELLS_PER_LEVEL * layout.MOST_LEVELS,
  };
}

export function roomFor(spec: SimulationSpec, threads = 1): Capacities {
  const atStart = countsAtStart(spec);
  const elements = Math.max(spec.capacity?.bodies ?? 0, atStart.elements, LEAST_BODIES);
  return {
    ...roomForElements(elements, spec.capacity?.pairsPerBody),
    halfSpaces: spec.halfSpaces?.length ?? 0,
    meshes: spec.meshes?.length ?? 0,
    touches: hasTouches(spec) ? LEAST_TOUCHES + Math.ceil(elements / 4) : 0,
    found: hasTouches(spec) ? LEAST_TOUCHES : 0,
    touchCells: touchCells(spec),
    materials: spec.materials.length,
    clumps: atStart.clumps,
    members: atStart.members,
    histories: hasSpheres(spec) ? 1 : 0,
    rollingSprings: hasSpheres(spec) && lawsOf(spec).some(hasRollingSpring) ? 1 : 0,
    warm: hasOtherShapes(spec) ? 1 : 0,
    shapes: hasOtherShapes(spec) ? (spec.shapes?.length ?? 0) : 0,
    parts: hasOtherShapes(spec) ? (spec.shapes ?? []).reduce((sum, shape) => sum + elementsOf(shape), 0) : 0,
    bonds: 0,
    // The tables are compiled later: programs without loops, small beside the bodies.
    fieldCells: 0,
    loads: (spec.fields?.length ?? 0) > 0 ? 1 : 0,
    threads,
  };
}

/** Bodies that are not single spheres, and all elements. */
export interface BodyCounts {
  readonly elements: number;
  readonly clumps: number;
  readonly members: number;
}

/** Numbers of the bodies at the start. */
export function countsAtStart({ bodies = [], shapes = [] }: SimulationSpec): BodyCounts {
  const kinds = new Map(shapes.map((shape) => [shape.name, shape]));
  let [elements, clumps, members] = [0, 0, 0];
  for (const entry of bodies) {
    const shape = kinds.get(entry.shape);
    const own = countOf(entry) * (shape === undefined ? 1 : elementsOf(shape));
    elements += own;
    if (shape === undefined || 'sphere' in shape) continue;
    clumps += countOf(entry);
    members += own;
  }
  return { elements, clumps, members };
}

/** The law of the scene and those of pairs of materials. */
function lawsOf({ law, pairs = [] }: SimulationSpec): ContactLawSpec[] {
  return [law, ...pairs.flatMap((pair) => pair.law ?? [])];
}

/** Cells of a touch that the next step needs: some laws keep more than a history, meshes more than these. */
export function touchCells(spec: SimulationSpec): number {
  const laws = lawsOf(spec);
  if (laws.some(hasRollingSpring)) return layout.KEPT_OF_ROLLING;
  if ((spec.meshes?.length ?? 0) > 0) return layout.KEPT_OF_MESHES;
  if (laws.some(({ normal }) => normal === 'pressure-field')) return layout.KEPT_OF_FIELDS;
  return laws.some(keepsMoreThanHistory) ? layout.KEPT_OF_LAWS : layout.KEPT_ALWAYS;
}

/** True for laws that use TOUCH_KEPT: the springs against twisting of laws of polyhedra, JKR, and laws of users. */
function keepsMoreThanHistory({ module, cohesion, normal }: ContactLawSpec): boolean {
  return module !== undefined || cohesion === 'jkr' || normal === 'overlap-volume';
}

/** Elements that a body of this shape has. */
export function elementsOf(shape: BodyShapeSpec): number {
  if ('clump' in shape) return shape.clump.spheres.length;
  return 'compound' in shape ? shape.compound.pieces.length : 1;
}

/** True when there may be contacts that are found outside the step kernel. */
export function hasTouches(spec: SimulationSpec): boolean {
  return (spec.meshes?.length ?? 0) > 0 || hasOtherShapes(spec) || hasUserLaw(spec);
}

/** True when some pair of materials may have a law of the user's own. */
export function hasUserLaw({ law, pairs = [] }: SimulationSpec): boolean {
  return law.module !== undefined || pairs.some((pair) => pair.law?.module !== undefined);
}

/** True when elements may be spheres; contacts of others keep their history with their touches. */
function hasSpheres({ shapes = [] }: SimulationSpec): boolean {
  return shapes.some((shape) => {
    if ('compound' in shape) return shape.compound.pieces.some((piece) => piece.shape.kind === 'sphere');
    return !('convex' in shape) || shape.convex.kind === 'sphere';
  });
}

/** True when elements may be something else than spheres. */
export function hasOtherShapes({ shapes = [] }: SimulationSpec): boolean {
  return shapes.some((shape) => !('sphere' in shape || 'clump' in shape));
}

/** 0.3 of the smallest radius, at least 2 % of the largest. */
export function defaultSkin(radii: readonly number[]): number {
  if (radii.length === 0) return 1;
  return Math.max(0.3 * Math.min(...radii), 0.02 * Math.max(...radii));
}
