// SPDX-License-Identifier: MIT
/**
 * The time that bounds the time step of a scene, with what decides it: the times of contact-laws/critical-step.ts, for
 * the smallest and lightest bodies against everything that occurs. Hertz: the Rayleigh time. Linear springs: the
 * duration of a contact of two equal bodies. Overlap volume: the same with the stiffness of the largest face. Shapes
 * other than spheres count by their smallest half side and by what a contact at their surface moves, clumps by their
 * smallest sphere, which errs on the short side.
 */

import { sizeRange } from '../../bodies/insertion/size-distribution.ts';
import { linearContactTime, rayleighTime } from '../../contact-laws/critical-step.ts';
import { EPSD_STIFFNESS } from '../../contact-laws/law-descriptions.ts';
import { normalLaw, pairConstants } from '../../contact-laws/pair-constants.ts';
import { power } from '../../math/elementary.ts';
import { stiffestFace } from '../../shapes/face-columns.ts';
import { largestFaceArea } from '../../shapes/polyhedral-topology.ts';
import type { ConvexShape, Shape } from '../../shapes/shape.ts';
import { lightestVolume } from '../../simulation/set-up.ts';
import type { MaterialSpec, SimulationSpec } from '../../simulation/simulation-spec.ts';
import { formatSi } from '../format-quantity.ts';
import { type BodySize, bodySizeOf } from './body-size.ts';
import { bondTime } from './bond-time.ts';
import { type MaterialContact, materialContact, missingNumbers } from './material-contacts.ts';

/** The largest stable time step of a scene, and what determines it. */
export interface CriticalTimeStep {
  /** s */
  readonly seconds: number;
  /** Which contact of which body decides. */
  readonly reason: string;
}

/** Equal bodies that move freely, at their smallest. */
interface Kind {
  readonly shape: string;
  readonly material: MaterialSpec;
  readonly radius: number;
  readonly mass: number;
  readonly volume: number;
  /** m2; that of the smallest half side where there are no faces. */
  readonly largestFace: number;
  /** m2, see src/shapes/face-columns.ts */
  readonly stiffestFace: number;
}

type Bodies = Pick<
  SimulationSpec,
  'materials' | 'pairs' | 'law' | 'shapes' | 'bodies' | 'insertions' | 'halfSpaces' | 'meshes' | 'bonds'
>;

/** What moves freely: every shape and material that occurs, inserted ones at their smallest size. */
function freeKinds({ shapes = [], bodies = [], insertions = [], materials }: Bodies): Kind[] {
  const kinds = new Map<string, { shape: string; material: string; factor: number }>();
  const note = (shape: string, material: string, factor: number): void => {
    const key = JSON.stringify([shape, material]);
    if (!((kinds.get(key)?.factor ?? Number.POSITIVE_INFINITY) <= factor)) kinds.set(key, { shape, material, factor });
  };
  for (const { shape, material, scale = 1, fixed, motion } of bodies) {
    if (!fixed && motion === undefined) note(shape, material, scale);
  }
  for (const insertion of insertions) {
    for (const { shape, material, scale } of insertion.shapes) note(shape, material, sizeRange(scale).smallest);
  }
  const sizes = new Map<string, BodySize>();
  return [...kinds.values()].flatMap(({ shape, material: name, factor }) => {
    const spec = shapes.find((each) => each.name === shape);
    const material = materials.find((each) => each.name === name);
    if (spec === undefined || material === undefined) return [];
    const size = sizes.get(shape) ?? bodySizeOf(spec);
    sizes.set(shape, size);
    const mass = material.density * lightestVolume(spec) * power(factor, 3);
    const radius = size.smallestRadius * factor;
    const largestFace = (largestFaceOf(size.shape) ?? 4 * size.smallestRadius ** 2) * factor ** 2;
    const stiffest = Math.max(...partsOf(size.shape).map(stiffestFace)) * factor ** 2;
    const volume = size.volumeAtLeast * power(factor, 3);
    return [{ shape, material, radius, mass, volume, largestFace, stiffestFace: stiffest }];
  });
}

/** With the body's own elasticity, unless the pair has another or the body counts as rigid. */
function rayleighTimeOf({ radius, material }: Kind, { b, pair }: MaterialContact): number {
  const own = material.rigid === true ? b : material;
  const youngsModulus = pair?.youngsModulus ?? own.youngsModulus ?? Number.NaN;
  const poissonsRatio = pair?.poissonsRatio ?? own.poissonsRatio ?? Number.NaN;
  return rayleighTime(radius, material.density, { youngsModulus, poissonsRatio, rigid: false });
}

function partsOf(shape: Shape): ConvexShape[] {
  return shape.kind === 'compound' ? shape.pieces.map((piece) => piece.shape) : [shape as ConvexShape];
}

/** Of a shape, or of the pieces of one. */
function largestFaceOf(shape: Shape): number | undefined {
  const areas = partsOf(shape).flatMap((piece) => largestFaceArea(piece) ?? []);
  return areas.length > 0 ? Math.max(...areas) : undefined;
}

function springTimeOf(kind: Kind, { a, b, pair, law }: MaterialContact): number {
  const { law: whole, normal } = pairConstants(a, b, pair, law, `materials ${a.name} and ${b.name}`);
  const { stepBound, faceStiffness } = normalLaw(whole);
  if (stepBound === 'spring') return linearContactTime(kind.mass / 2, normal);
  // A contact with a whole face does not rotate the body: all of its mass moves.
  return linearContactTime((kind.material.density * kind.volume) / 2, faceStiffness?.(normal, kind) ?? 0);
}

/**
 * How much faster a ball rocks on a wall against the rolling spring of epsd than two balls swing against their normal
 * spring; 1 if it is slower. The squares of the frequencies are 2.25 mu_r^2 kn R^2 / (2/5 m R^2) and 2 kn / m.
 */
function rollingFactor({ a, b, pair, law }: MaterialContact): number {
  if (law.rolling !== 'epsd') return 1;
  const { rollingFriction } = pairConstants(a, b, pair, law, `materials ${a.name} and ${b.name}`);
  return Math.max(1, rollingFriction * Math.sqrt((EPSD_STIFFNESS * 5) / 4));
}

function limitOf(kind: Kind, contact: MaterialContact): CriticalTimeStep | undefined {
  const { shape, material, radius } = kind;
  if (missingNumbers(contact).length > 0) return undefined;
  const { normal } = contact.law;
  const isWave = normal !== undefined && normalLaw({ normal }).stepBound === 'wave';
  const seconds = (isWave ? rayleighTimeOf(kind, contact) : springTimeOf(kind, contact)) / rollingFactor(contact);
  if (!(seconds > 0 && Number.isFinite(seconds))) return undefined;
  const what = isWave ? 'Rayleigh wave through' : `${normal} spring at`;
  const size = `${shape} of ${material.name}, smallest radius ${formatSi(radius, 'm')}`;
  const partner = contact.a === contact.b ? '' : `, touching ${contact.b.name}`;
  return { seconds, reason: `${what} ${size}${partner}` };
}

/**
 * The critical time step of a scene, with what decides it. Undefined if no body is free, if a user-defined law decides,
 * or if a material lacks numbers of its law.
 */
export function criticalTimeStep(spec: Bodies): CriticalTimeStep | undefined {
  const { bodies = [], insertions = [], halfSpaces = [], meshes = [], materials } = spec;
  const kinds = freeKinds(spec);
  const used = new Set(
    [...bodies, ...halfSpaces, ...meshes, ...insertions.flatMap(({ shapes }) => shapes)].map((each) => each.material),
  );
  const partners = materials.filter(({ name }) => used.has(name));
  let critical: CriticalTimeStep | undefined;
  for (const kind of kinds) {
    for (const partner of partners) {
      const contact = materialContact(spec, kind.material, partner);
      if (contact.law.module !== undefined) return undefined;
      const limit = limitOf(kind, contact);
      if (limit !== undefined && !((critical?.seconds ?? Number.POSITIVE_INFINITY) <= limit.seconds)) critical = limit;
    }
    for (const rule of spec.bonds ?? []) {
      const seconds = bondTime(rule, kind);
      if ((critical?.seconds ?? Number.POSITIVE_INFINITY) <= seconds) continue;
      const size = `${kind.shape} of ${kind.material.name}, smallest radius ${formatSi(kind.radius, 'm')}`;
      critical = { seconds, reason: `bonds ${rule.name ?? ''} at ${size}` };
    }
  }
  return critical;
}
