// SPDX-License-Identifier: MIT
/** Writes a spec to the memory of the step kernel: settings, walls and laws. */

import { sizeRange } from '../bodies/insertion/size-distribution.ts';
import { linearContactTime, rayleighTime } from '../contact-laws/critical-step.ts';
import { normalLaw } from '../contact-laws/pair-constants.ts';
import { SceneError } from '../errors.ts';
import { power } from '../math/elementary.ts';
import { toTriple, vector3 } from '../math/vector.ts';
import { stiffestFace } from '../shapes/face-columns.ts';
import { fieldBallRadius } from '../shapes/field-solid.ts';
import { compound } from '../shapes/kinds/compound.ts';
import { sphere } from '../shapes/kinds/sphere.ts';
import { largestFaceArea } from '../shapes/polyhedral-topology.ts';
import type { ConvexShape } from '../shapes/shape.ts';
import * as layout from '../step-kernel/step-layout.ts';
import { bodyForm, contactVolume, piecesOf } from './bodies/body-form.ts';
import { scaleRanges } from './bodies/body-scale.ts';
import { refuse } from './checks/check-spec.ts';
import { solidPairFinders } from './checks/solid-pair-laws.ts';
import { areRigid, constantsOf, lawBetween, type MaterialUse, writeLawTable } from './law-table.ts';
import { periodsOf } from './neighbour-list/periods.ts';
import type { BodyShapeSpec, SimulationSpec } from './simulation-spec.ts';
import { defaultSkin } from './time-loop/simulation-room.ts';
import type { StepMemory } from './time-loop/step-memory.ts';
import { placeHalfSpace, writeVector } from './walls/half-spaces.ts';
import { writeMesh } from './walls/meshes.ts';
import { placeSurfaces } from './walls/surfaces.ts';
import { hasTravellingWalls } from './walls/walls.ts';

/**
 * Steps above this share of the critical one are warned of. Bodies with several contacts vibrate faster than a pair
 * does: stacks of stiff boxes were seen to shake from 0.17 on, and a mixer to lose 30 % of its energy at 0.3.
 */
export const LARGEST_STEP_SHARE = 0.15;
/** A step that was chosen as this very share has none too many. */
const ROUNDING = 1 + 1e-9;

/** Whether a step is too long for bodies with several contacts. */
export function isStepTooLong(timeStep: number, critical: number): boolean {
  return timeStep > ROUNDING * LARGEST_STEP_SHARE * critical;
}

/**
 * Travel in one step, relative to half a body's smallest thickness (of a sphere: its radius), above which a run warns.
 * A contact begins anywhere within a step, so at this travel the first overlap is 5 % of the radius on average, the
 * limit of laws for small deformations.
 */
export const LARGEST_TRAVEL = 0.1;

/** Overlap over the smaller radius beyond which a step is an error. */
export function overlapLimit({ limits }: SimulationSpec): number {
  return limits?.overlapRatio ?? 1;
}

export function writeSettings(memory: StepMemory, spec: SimulationSpec, time: number): void {
  const { F, I } = memory;
  F[layout.TIME_STEP] = spec.timeStep;
  writeVector(F, layout.GRAVITY, vector3(spec.gravity));
  F[layout.SKIN] = spec.neighbours?.skin ?? defaultSkin(radiiOf(spec));
  F[layout.WALL_MARGIN_LEAST] = hasTravellingWalls(spec) ? 0.5 * F[layout.SKIN] : 0;
  F[layout.OVERLAP_LIMIT] = overlapLimit(spec);
  F[layout.FAST_SQUARED] = (LARGEST_TRAVEL / spec.timeStep) * (LARGEST_TRAVEL / spec.timeStep);
  F[layout.LOCAL_DAMPING] = spec.damping?.global ?? 0;
  F[layout.VISCOUS_FACTOR] = 1 - (spec.damping?.viscous ?? 0) * spec.timeStep;
  I[layout.MATERIAL_COUNT] = spec.materials.length;
  I[layout.HALF_SPACE_COUNT] = spec.halfSpaces?.length ?? 0;
  I[layout.MESH_COUNT] = spec.meshes?.length ?? 0;
  I[layout.TURNING] = 1;
  if (spec.domain !== undefined) {
    writeVector(F, layout.DOMAIN_MIN, vector3(spec.domain.min));
    writeVector(F, layout.DOMAIN_MAX, vector3(spec.domain.max));
    I[layout.PERIODIC] = (spec.domain.periodic ?? []).reduce((bits, on, axis) => bits | (on ? 1 << axis : 0), 0);
  }
  spec.halfSpaces?.forEach((wall, k) => {
    placeHalfSpace(memory, k, wall, materialNumber(spec, wall.material, `halfSpaces[${k}].material`), time);
  });
  spec.meshes?.forEach((mesh, k) => {
    const material = materialNumber(spec, mesh.material, `meshes[${k}].material`);
    writeMesh(memory, k, mesh, material, spec.domain, time);
  });
  placeSurfaces(memory, spec, time);
  I[layout.LIST_INVALID] = 1;
}

/**
 * Writes the constants of the materials that may meet. Throws a SceneError when one lacks a number that its law needs.
 */
export function writeLaws(
  memory: StepMemory,
  spec: SimulationSpec,
  bodies: {
    readonly materials: ReadonlySet<number>;
    readonly freeMaterials: ReadonlySet<number>;
    readonly largestRadius: number;
  },
): void {
  const largestRadius = Math.max(bodies.largestRadius, ...radiiOf(spec));
  writeLawTable(memory, spec, materialUse(spec, bodies), largestRadius);
  checkPeriods(memory, spec, largestRadius);
  memory.F[layout.MARGIN_MOST] = largestMargin(memory, spec, largestRadius);
}

/**
 * Margins of both elements of a pair together must leave the nearest image of a neighbour the only one within reach.
 */
function largestMargin({ F }: StepMemory, { domain }: SimulationSpec, largestRadius: number): number {
  const halfPeriods = toTriple(periodsOf(domain)).map((period) => 0.5 * period);
  const room = Math.min(...halfPeriods) - 2 * largestRadius - F[layout.ADHESION_REACH];
  return Math.min(Number.MAX_VALUE, Math.max(0, 0.5 * room));
}

function materialUse(
  spec: SimulationSpec,
  { materials, freeMaterials }: Pick<Parameters<typeof writeLaws>[2], 'materials' | 'freeMaterials'>,
): MaterialUse {
  const moved = (spec.meshes ?? []).filter(({ free }) => free !== undefined);
  const walls = [
    ...(spec.halfSpaces ?? []).map(({ material }) => materialNumber(spec, material, 'halfSpaces')),
    ...(spec.meshes ?? []).map(({ material }) => materialNumber(spec, material, 'meshes')),
  ];
  const free = [...freeMaterials, ...moved.map(({ material }) => materialNumber(spec, material, 'meshes'))];
  return { bodies: materials, walls: new Set(walls), free: new Set(free) };
}

/** The nearest image of a neighbour is the only one within reach if a period is at least two reaches long. */
function checkPeriods({ F }: StepMemory, spec: SimulationSpec, largestRadius: number): void {
  const { domain } = spec;
  if (domain?.periodic === undefined) return;
  const least = 2 * (2 * largestRadius + F[layout.SKIN] + F[layout.ADHESION_REACH]);
  domain.periodic.forEach((on, axis) => {
    const size = F[layout.DOMAIN_MAX + axis] - F[layout.DOMAIN_MIN + axis];
    if (!on || size >= least) return;
    throw new SceneError(
      'period-too-short',
      `domain: a period of ${size} m along ${'xyz'[axis]} is less than twice the largest diameter and skin, ` +
        `${least} m; enlarge the domain or shrink neighbours.skin`,
      { axis, size, least },
    );
  });
}

export function materialNumber(spec: SimulationSpec, name: string, path: string): number {
  const index = spec.materials.findIndex((material) => material.name === name);
  if (index >= 0) return index;
  return refuse(path, `one of ${spec.materials.map((material) => `"${material.name}"`).join(', ')}`, name);
}

/**
 * Radii of all spheres and bounding balls of the shapes, at the smallest and largest size of the bodies and insertions
 * of the spec.
 */
function radiiOf(spec: SimulationSpec): number[] {
  const ranges = scaleRanges(spec);
  const { byField } = solidPairFinders(spec);
  return (spec.shapes ?? []).flatMap((shape) => {
    const [least, most] = ranges.get(shape.name) ?? [1, 1];
    return radiiOfShape(shape, byField).flatMap((radius) => [least * radius, most * radius]);
  });
}

/** Radii of the spheres or balls of a shape; `byField` as in `bodyForm`. */
export function radiiOfShape(shape: BodyShapeSpec, byField = false): number[] {
  if ('sphere' in shape) return [shape.sphere.radius];
  if ('clump' in shape) return shape.clump.spheres.map(({ radius }) => radius);
  return piecesOf(shape).map((piece) => (byField ? fieldBallRadius(piece.shape) : piece.shape.boundingBall().radius));
}

export function massOfSphere(radius: number, density: number): number {
  return (4 / 3) * Math.PI * radius * radius * radius * density;
}

/** Convex shapes that touch for a body: its spheres, or its pieces. */
function touchingParts(shape: BodyShapeSpec): ConvexShape[] {
  if ('sphere' in shape || 'clump' in shape) return radiiOfShape(shape).map((radius) => sphere({ radius }));
  return piecesOf(shape).map((piece) => piece.shape);
}

/** Volume that a contact moves at least: of a clump, whose spheres may overlap, that of its smallest sphere. */
export function lightestVolume(shape: BodyShapeSpec): number {
  const form = 'sphere' in shape || 'clump' in shape ? undefined : bodyForm(shape);
  if (form === undefined) return massOfSphere(Math.min(...radiiOfShape(shape)), 1);
  return contactVolume(form, 'convex' in shape ? shape.convex : compound(piecesOf(shape)));
}

/** Radius of the smallest sphere, or half the smallest side: the shortest path of a wave. */
export function smallestRadius(shape: BodyShapeSpec): number {
  if ('sphere' in shape || 'clump' in shape) return Math.min(...radiiOfShape(shape));
  const sides = piecesOf(shape).flatMap((piece) => {
    const { min, max } = piece.shape.boundingBox();
    return [max.x - min.x, max.y - min.y, max.z - min.z];
  });
  return 0.5 * Math.min(...sides);
}

/** Numbers of a shape and a material, and factor on the shape's size. */
type BodyKind = readonly [shape: number, material: number, scale: number];

/** The smallest body of every shape and material that a simulation has or will insert. These bound the time step. */
export function smallestKinds(spec: SimulationSpec, bodies: Iterable<BodyKind>): Iterable<BodyKind> {
  const { shapes = [], materials, insertions = [] } = spec;
  const smallest = new Map<number, BodyKind>();
  const note = (kind: BodyKind): void => {
    const key = kind[0] * materials.length + kind[1];
    if (!((smallest.get(key)?.[2] ?? Infinity) <= kind[2])) smallest.set(key, kind);
  };
  for (const kind of bodies) note(kind);
  for (const inserted of insertions.flatMap((insertion) => insertion.shapes)) {
    const shape = shapes.findIndex(({ name }) => name === inserted.shape);
    const material = materials.findIndex(({ name }) => name === inserted.material);
    note([shape, material, sizeRange(inserted.scale).smallest]);
  }
  return smallest.values();
}

/** Shortest of the times that bound the time step over the given kinds of bodies; infinite without bodies. */
export function criticalStep(spec: SimulationSpec, used: Iterable<BodyKind>): number {
  let least = Infinity;
  for (const [shape, material, scale] of used) {
    const found = spec.shapes?.[shape];
    const own = spec.materials[material];
    if (found === undefined || own === undefined) continue;
    // Nothing is known about laws of the user's own.
    if (lawBetween(spec, material, material).module !== undefined) continue;
    // Rigid bodies are fixed or prescribed, and do not bound the step.
    if (areRigid(spec, material, material)) continue;
    const constants = constantsOf(spec, material, material);
    const { stepBound, faceStiffness } = normalLaw(constants.law);
    if (stepBound === 'spring') {
      const effectiveMass = 0.5 * own.density * scale * scale * scale * lightestVolume(found);
      least = Math.min(least, linearContactTime(effectiveMass, constants.normal));
    } else if (stepBound === 'face') {
      // A contact with a whole face does not rotate the body.
      const effectiveMass = 0.5 * own.density * power(scale, 3) * (bodyForm(found)?.volume ?? lightestVolume(found));
      for (const shape of touchingParts(found)) {
        const stiffness = faceStiffness?.(constants.normal, {
          volume: power(scale, 3) * shape.massProperties().volume,
          largestFace: scale ** 2 * (largestFaceArea(shape) ?? 0),
          stiffestFace: scale ** 2 * stiffestFace(shape),
        });
        least = Math.min(least, linearContactTime(effectiveMass, stiffness ?? 0));
      }
    } else {
      const { youngsModulus = Infinity, poissonsRatio = 0 } = own;
      least = Math.min(
        least,
        rayleighTime(scale * smallestRadius(found), own.density, { youngsModulus, poissonsRatio, rigid: false }),
      );
    }
  }
  return least;
}

/** Warnings about a time step; none if it is small enough. */
export function stepWarnings(timeStep: number, critical: number): string[] {
  if (!isStepTooLong(timeStep, critical)) return [];
  const share = (timeStep / critical).toPrecision(2);
  return [
    `timeStep: ${timeStep} s is ${share} times the critical ${critical.toPrecision(3)} s; above ` +
      `${LARGEST_STEP_SHARE} stacks vibrate and energy is lost or gained: take at most ` +
      `${(LARGEST_STEP_SHARE * critical).toPrecision(3)} s`,
  ];
}
