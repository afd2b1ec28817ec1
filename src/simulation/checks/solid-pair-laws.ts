// SPDX-License-Identifier: MIT
/**
 * Laws with one touch for a pair of polyhedra, and the bodies for which they are refused. The overlap-volume law
 * supports boxes, convex polyhedra, compounds of them, and half-spaces. The pressure-field law supports all: curved
 * bodies by the depth of their overlap.
 */
import type { ContactLawSpec } from '../../contact-laws/law-spec.ts';
import { SceneError } from '../../errors.ts';
import { hasField } from '../../shapes/field-solid.ts';
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

/** Which finders the polyhedra of a simulation need. Plain data: threads get copies of it. */
export interface SolidPairFinders {
  /** Some pairs of materials have the overlap-volume law. */
  readonly byVolume: boolean;
  /** Some pairs of materials have the pressure-field law. */
  readonly byField: boolean;
  /** There are no other contacts of bodies that are not spheres. */
  readonly areAll: boolean;
}

export function solidPairFinders(spec: SimulationSpec): SolidPairFinders {
  const laws = lawsOf(spec);
  const has = (normal: ContactLawSpec['normal']): boolean => laws.some((law) => law.normal === normal);
  const haveFields = (spec.shapes ?? []).every(hasOnlyFields);
  const byVolume = has('overlap-volume');
  const byField = has('pressure-field');
  const others = laws.some(({ normal }) => normal !== 'overlap-volume' && normal !== 'pressure-field');
  return { byVolume, byField, areAll: !others && (haveFields || !byField) };
}

/** Convex pieces of a shape; none of a sphere or of a clump of spheres. */
function piecesOf(shape: BodyShapeSpec): readonly ConvexShape[] {
  if ('convex' in shape) return [shape.convex];
  return 'compound' in shape ? shape.compound.pieces.map((piece) => piece.shape) : [];
}

/** Whether all parts of the shape have a pressure field. */
function hasOnlyFields(shape: BodyShapeSpec): boolean {
  return !('sphere' in shape || 'clump' in shape) && piecesOf(shape).every(hasField);
}

function isSolidPolyhedron({ kind }: ConvexShape): boolean {
  return kind === 'box' || kind === 'polyhedron';
}

/** The part of a shape that the law does not support, in words; undefined if it supports the shape. */
function unknownPart(shape: BodyShapeSpec): string | undefined {
  if ('sphere' in shape) return 'a sphere';
  if ('clump' in shape) return 'a clump of spheres';
  const other = piecesOf(shape).find((piece) => !isSolidPolyhedron(piece));
  return other === undefined ? undefined : `a shape of kind ${other.kind}`;
}

/** Shapes and materials of the bodies of a simulation so far. */
export class SolidPairLawShapes {
  readonly #spec: SimulationSpec;
  readonly #seen = new Set<string>();
  /** Shapes by material. */
  readonly #shapes = new Map<string, Set<BodyShapeSpec>>();
  readonly #isUsed: boolean;

  constructor(spec: SimulationSpec) {
    this.#spec = spec;
    const { byVolume, byField } = solidPairFinders(spec);
    this.#isUsed = byVolume || (byField && (spec.meshes ?? []).some((mesh) => mesh.shape !== undefined));
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
        if (unknown !== undefined) refuseVolume(path, material, partner, `shape "${each.name}" is ${unknown}`);
      }
    }
    for (const wall of this.#spec.halfSpaces ?? []) {
      if (lawBetween(this.#spec, material, wall.material).normal !== 'overlap-volume') continue;
      const unknown = unknownPart(shape);
      if (unknown !== undefined) refuseVolume(path, material, wall.material, `shape "${shape.name}" is ${unknown}`);
    }
    for (const mesh of this.#spec.meshes ?? []) {
      const { normal } = lawBetween(this.#spec, material, mesh.material);
      const problem = `mesh "${mesh.name}" has no volume`;
      if (normal === 'overlap-volume') refuseVolume(path, material, mesh.material, problem);
      if (normal !== 'pressure-field' || mesh.shape === undefined || !piecesOf(shape).some(hasField)) continue;
      const known = 'half-spaces and meshes of facets';
      refuseLaw(path, material, mesh.material, 'pressure-field law', known, `wall "${mesh.name}" is a shape`);
    }
  }
}

function refuseVolume(path: string, first: string, second: string, problem: string): never {
  refuseLaw(path, first, second, 'overlap-volume law', 'boxes, convex polyhedra and half-spaces', problem);
}

function refuseLaw(path: string, first: string, second: string, law: string, known: string, problem: string): never {
  const message =
    `${path}: the ${law} between "${first}" and "${second}" is for ${known}, but ${problem}; ` +
    'give this pair of materials another law in pairs';
  throw new SceneError('wrong-law', message, { path, materials: [first, second] });
}
