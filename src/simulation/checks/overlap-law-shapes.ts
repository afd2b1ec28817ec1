// SPDX-License-Identifier: MIT
/**
 * Refuses the overlap-volume law for unsupported bodies. It supports boxes, convex polyhedra, compounds of them, and
 * half-spaces.
 */
import type { ContactLawSpec } from '../../contact-laws/law-spec.ts';
import { SceneError } from '../../errors.ts';
import type { ConvexShape } from '../../shapes/shape.ts';
import type { BodyShapeSpec, SimulationSpec } from '../simulation-spec.ts';

/** The law of contacts between two materials. */
function lawBetween(spec: SimulationSpec, first: string, second: string): ContactLawSpec {
  const pair = spec.pairs?.find(
    ({ materials: [x, y] }) => (x === first && y === second) || (x === second && y === first),
  );
  return pair?.law ?? spec.law;
}

function lawsOf({ law, pairs = [] }: SimulationSpec): ContactLawSpec[] {
  return [law, ...pairs.flatMap((pair) => pair.law ?? [])];
}

/** True when some pair of materials may have the law. */
export function hasOverlapLaw(spec: SimulationSpec): boolean {
  return lawsOf(spec).some(({ normal }) => normal === 'overlap-volume');
}

/** True when some pair of materials may have another one. */
export function hasOtherLaw(spec: SimulationSpec): boolean {
  return lawsOf(spec).some(({ normal }) => normal !== 'overlap-volume');
}

function isSolidPolyhedron({ kind }: ConvexShape): boolean {
  return kind === 'box' || kind === 'polyhedron';
}

/** The part of a shape that the law does not support, in words; undefined if it supports the shape. */
function unknownPart(shape: BodyShapeSpec): string | undefined {
  if ('sphere' in shape) return 'a sphere';
  if ('clump' in shape) return 'a clump of spheres';
  const pieces = 'convex' in shape ? [shape.convex] : shape.compound.pieces.map((piece) => piece.shape);
  const other = pieces.find((piece) => !isSolidPolyhedron(piece));
  return other === undefined ? undefined : `a shape of kind ${other.kind}`;
}

/** Shapes and materials of the bodies of a simulation so far. */
export class OverlapLawShapes {
  readonly #spec: SimulationSpec;
  readonly #seen = new Set<string>();
  /** Shapes by material. */
  readonly #shapes = new Map<string, Set<BodyShapeSpec>>();
  readonly #isUsed: boolean;

  constructor(spec: SimulationSpec) {
    this.#spec = spec;
    this.#isUsed = hasOverlapLaw(spec);
  }

  /**
   * Registers a body; throws a SceneError if it may touch another body or a mesh by a law that does not support one of
   * them.
   */
  add(shape: BodyShapeSpec, material: string, path: string): void {
    const key = JSON.stringify([shape.name, material]);
    if (!this.#isUsed || this.#seen.has(key)) return;
    this.#seen.add(key);
    const known = this.#shapes.get(material);
    if (known === undefined) this.#shapes.set(material, new Set([shape]));
    else known.add(shape);
    for (const [partner, shapes] of this.#shapes) {
      if (lawBetween(this.#spec, material, partner).normal !== 'overlap-volume') continue;
      for (const each of [shape, ...shapes]) {
        const unknown = unknownPart(each);
        if (unknown !== undefined) refuseLaw(path, material, partner, `shape "${each.name}" is ${unknown}`);
      }
    }
    for (const wall of this.#spec.halfSpaces ?? []) {
      if (lawBetween(this.#spec, material, wall.material).normal !== 'overlap-volume') continue;
      const unknown = unknownPart(shape);
      if (unknown !== undefined) refuseLaw(path, material, wall.material, `shape "${shape.name}" is ${unknown}`);
    }
    for (const mesh of this.#spec.meshes ?? []) {
      if (lawBetween(this.#spec, material, mesh.material).normal !== 'overlap-volume') continue;
      refuseLaw(path, material, mesh.material, `mesh "${mesh.name}" has no volume`);
    }
  }
}

function refuseLaw(path: string, first: string, second: string, problem: string): never {
  const message =
    `${path}: the overlap-volume law between "${first}" and "${second}" is for boxes, convex polyhedra and ` +
    `half-spaces, but ${problem}; give this pair of materials another law in pairs`;
  throw new SceneError('wrong-law', message, { path, materials: [first, second] });
}
