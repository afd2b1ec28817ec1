// SPDX-License-Identifier: MIT
/** Derives the spheres, the cell grid and the buffer sizes from a spec. */

import { regionOf } from '../../bodies/insertion/insertion-region.ts';
import type { InsertionSpec } from '../../bodies/insertion/insertion-spec.ts';
import { sizeRange } from '../../bodies/insertion/size-distribution.ts';
import { power } from '../../math/elementary.ts';
import { add, normalise, subtract, type Vector3, vector3 } from '../../math/vector.ts';
import { bodyForm } from '../../simulation/bodies/body-form.ts';
import { bodyCount, countOf, eachPosition } from '../../simulation/bodies/body-groups.ts';
import { massOfSphere, materialNumber, radiiOfShape } from '../../simulation/set-up.ts';
import type { BodyShapeSpec, SimulationSpec } from '../../simulation/simulation-spec.ts';
import type { Box } from '../engine/cell-grid.ts';
import { emptySpheres, type SphereArrays } from './sphere-arrays.ts';

/** Outside an open domain, bodies may travel this many diameters before they have escaped. */
const OPEN_DIAMETERS = 50;
/** If the number of bodies to be inserted is unknown, or known only from their mean size. */
const SLACK = 1.2;
const LEAST_ROOM = 256;

/** The bodies of a spec as flat arrays. */
export function spheresOf(spec: SimulationSpec): SphereArrays {
  const count = bodyCount(spec.bodies);
  const radii = radiiOfShapes(spec);
  const arrays = emptySpheres(count);
  let i = 0;
  for (const entry of spec.bodies ?? []) {
    const end = i + countOf(entry);
    const { velocity, angularVelocity } = entry;
    if (velocity !== undefined) fillVectors(arrays.velocity, i, end, vector3(velocity));
    if (angularVelocity !== undefined) fillVectors(arrays.angularVelocity, i, end, vector3(angularVelocity));
    arrays.radius.fill((radii.get(entry.shape) ?? 0) * (entry.scale ?? 1), i, end);
    arrays.material.fill(materialNumber(spec, entry.material, `bodies[${i}].material`), i, end);
    arrays.isFixed.fill(entry.fixed === true ? 1 : 0, i, end);
    i = end;
  }
  let at = 0;
  eachPosition(spec.bodies, (x, y, z) => {
    arrays.position[at++] = x;
    arrays.position[at++] = y;
    arrays.position[at++] = z;
  });
  return arrays;
}

function fillVectors(to: Float64Array, from: number, end: number, { x, y, z }: Vector3): void {
  for (let i = from; i < end; i++) {
    to[3 * i] = x;
    to[3 * i + 1] = y;
    to[3 * i + 2] = z;
  }
}

export interface RadiusRange {
  readonly smallest: number;
  readonly largest: number;
}

/** Smallest and largest radius of these and of all spheres that will be inserted. */
export function radiiOf(spec: SimulationSpec, radii: Iterable<number>): RadiusRange {
  let [smallest, largest] = [Infinity, 0];
  const take = (radius: number): void => {
    if (radius < smallest) smallest = radius;
    if (radius > largest) largest = radius;
  };
  for (const radius of radii) take(radius);
  const ofShapes = elementsOfShapes(spec);
  for (const { shapes } of spec.insertions ?? []) {
    for (const { shape, scale } of shapes) {
      const range = sizeRange(scale);
      for (const radius of ofShapes.get(shape) ?? []) {
        take(range.smallest * radius);
        take(range.largest * radius);
      }
    }
  }
  return { smallest, largest };
}

/** Materials of bodies that will come. */
export function insertedMaterials(spec: SimulationSpec): number[] {
  return (spec.insertions ?? []).flatMap(({ shapes }, k) =>
    shapes.map(({ material }, j) => materialNumber(spec, material, `insertions[${k}].shapes[${j}].material`)),
  );
}

/** Whether all shapes are spheres or clumps of spheres, which have a separate engine. */
export function isOfSpheres({ shapes = [] }: SimulationSpec): boolean {
  return shapes.every((shape) => 'sphere' in shape || 'clump' in shape);
}

export function hasClumps({ shapes = [] }: SimulationSpec): boolean {
  return shapes.some((shape) => 'clump' in shape);
}

/** Radii of the bodies of the spec that are spheres, and of the spheres of clumps. */
export function radiiOfBodies(spec: SimulationSpec): number[] {
  const ofShapes = elementsOfShapes(spec);
  return (spec.bodies ?? []).flatMap(
    ({ shape, scale = 1 }) => ofShapes.get(shape)?.map((radius) => scale * radius) ?? [],
  );
}

/** Radii of the spheres of each shape that is made of spheres; each once. */
function elementsOfShapes({ shapes = [] }: SimulationSpec): Map<string, number[]> {
  return new Map(
    shapes.flatMap((shape) => {
      const radii = 'sphere' in shape || 'clump' in shape ? radiiOfShape(shape) : [];
      return radii.length === 0 ? [] : [[shape.name, [...new Set(radii)]] as const];
    }),
  );
}

/** Radii of the shapes that are spheres. */
export function radiiOfShapes({ shapes = [] }: SimulationSpec): Map<string, number> {
  return new Map(shapes.flatMap((shape) => ('sphere' in shape ? [[shape.name, shape.sphere.radius] as const] : [])));
}

/**
 * Initial capacity for bodies, or their spheres: the present ones and those to be inserted, if known. It grows on
 * demand.
 */
export function roomFor(spec: SimulationSpec, count: number, of: 'bodies' | 'spheres' = 'spheres'): number {
  const { insertions = [] } = spec;
  if (insertions.length === 0) return count;
  const expected = insertions.map(
    (insertion) => (of === 'bodies' ? 1 : mostElements(spec, insertion)) * expectedCount(spec, insertion),
  );
  const known = expected.reduce((sum, number) => sum + (number < Infinity ? number : 0), count);
  return Math.max(LEAST_ROOM, expected.every((number) => number < Infinity) ? known : 2 * known);
}

/** Most spheres of an inserted body, where clumps are among them. */
function mostElements({ shapes = [] }: SimulationSpec, insertion: InsertionSpec): number {
  const counts = insertion.shapes.map(({ shape }) => {
    const found = shapes.find(({ name }) => name === shape);
    return found !== undefined && 'clump' in found ? found.clump.spheres.length : 1;
  });
  return Math.max(1, ...counts);
}

function volumeOf(shape: BodyShapeSpec): number {
  return 'sphere' in shape ? massOfSphere(shape.sphere.radius, 1) : (bodyForm(shape)?.volume ?? 0);
}

function expectedCount(spec: SimulationSpec, { shapes, region, ...rest }: InsertionSpec): number {
  const volumes = new Map(spec.shapes?.map((shape) => [shape.name, volumeOf(shape)]));
  const {
    count = Infinity,
    mass = Infinity,
    porosity,
    fill,
    rate = Infinity,
    massRate = Infinity,
    from = 0,
    until,
  } = rest;
  const weights = shapes.reduce((sum, { weight }) => sum + weight, 0);
  let [meanVolume, meanMass] = [0, 0];
  for (const { shape, material, scale, weight } of shapes) {
    const { smallest, largest } = sizeRange(scale);
    const volume = (weight / weights) * (volumes.get(shape) ?? 0) * power(0.5 * (smallest + largest), 3);
    meanVolume += volume;
    meanMass += volume * (spec.materials.find(({ name }) => name === material)?.density ?? 0);
  }
  const time = until === undefined ? Infinity : Math.max(0, until - from);
  const share = fill?.fraction ?? (porosity === undefined ? Infinity : 1 - porosity);
  const solid = share * regionOf(region).volume;
  const byMass = Math.min(mass, massRate * time) / meanMass;
  return Math.ceil(Math.min(count, rate * time + 1, SLACK * Math.min(byMass, solid / meanVolume) + 1));
}

/**
 * The domain, or the space around the bodies, inserted ones included, up to walls normal to the axes. Spheres of clumps
 * may be outside the domain by `farthest`.
 */
export function boxOf(
  spec: SimulationSpec,
  arrays: Pick<SphereArrays, 'count' | 'position'>,
  largest: number,
  farthest = 0,
): Box {
  if (spec.domain !== undefined) {
    const { min, max, periodic = [false, false, false] } = spec.domain;
    const beyond = periodic.map((isPeriodic) => (isPeriodic ? 0 : farthest));
    const [x = 0, y = 0, z = 0] = beyond;
    const room = { x, y, z };
    return { min: subtract(vector3(min), room), max: add(vector3(max), room), periodic };
  }
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  const take = (x: number, axis: number): void => {
    if (x < min[axis]) min[axis] = x;
    if (x > max[axis]) max[axis] = x;
  };
  for (let k = 0; k < 3 * arrays.count; k++) take(arrays.position[k], k % 3);
  for (const { region } of spec.insertions ?? []) {
    const room = regionOf(region);
    for (const { x, y, z } of [room.min, room.max]) [x, y, z].forEach(take);
  }
  const open = 2 * largest * OPEN_DIAMETERS + farthest;
  const low = min.map((x) => x - open);
  const high = max.map((x) => x + open);
  for (const { normal, offset, motion } of spec.halfSpaces ?? []) {
    if (motion !== undefined) continue;
    const { x, y, z } = normalise(vector3(normal));
    [x, y, z].forEach((n, axis) => {
      // A diameter beyond the wall: overlaps are smaller.
      if (n === 1) low[axis] = Math.max(low[axis], offset - 2 * largest);
      if (n === -1) high[axis] = Math.min(high[axis], -offset + 2 * largest);
    });
  }
  const corner = ([x = 0, y = 0, z = 0]: number[]): Vector3 => ({ x, y, z });
  return { min: corner(low), max: corner(high), periodic: [false, false, false] };
}
