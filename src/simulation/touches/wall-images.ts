// SPDX-License-Identifier: MIT
/**
 * A wall that is a shape in a periodic domain. A box or cylinder that is as long as the period along a periodic
 * direction continues there without end: it counts once, and bodies meet no end of it. Other walls have images, which
 * must neither overlap each other nor miss a part of the domain.
 */
import { motionParts } from '../../bodies/prescribed-motion.ts';
import { interpolate, subtract, toTriple, type Vector3, vector3, ZERO_VECTOR } from '../../math/vector.ts';
import { isEndless, type WallShapeSpec } from '../../shapes/walls/wall-shape.ts';
import { periodsOf } from '../neighbour-list/periods.ts';
import type { DomainSpec, MeshSpec } from '../simulation-spec.ts';
import { meshBox } from '../walls/meshes.ts';
import { facetOnImage } from './facets-on-images.ts';
import { imageShifts, ownShifts } from './mesh-images.ts';

/** Relative difference of lengths and directions that count as the same: they are quotients and roots of inputs. */
const SAME = 1e-9;

const AXES = ['x', 'y', 'z'] as const;

/** What bodies of the domain touch: the shape, and the ways to those of its images that are other walls. */
export interface WallImages {
  readonly shape: WallShapeSpec;
  readonly shifts: readonly Vector3[];
  /** Numbers of the directions in which it goes on without end. */
  readonly continued: readonly number[];
}

type PlacedWall = Pick<MeshSpec, 'position' | 'orientation'> & { readonly shape: WallShapeSpec };

export function wallImages(wall: PlacedWall, domain: DomainSpec | undefined): WallImages {
  let { shape } = wall;
  let shifts = imageShifts(domain);
  const continued: number[] = [];
  for (const { world, own, period } of alignedPeriods(wall, domain)) {
    const lengthAlong = continuedLength(shape, own);
    if (!(lengthAlong >= period * (1 - SAME))) continue;
    shape = withoutEnds(shape, own, period + distanceFromMiddle(wall, domain, world));
    shifts = shifts.filter((shift) => shift[AXES[world]] === 0);
    continued.push(world);
  }
  return { shape, shifts, continued };
}

interface AlignedPeriod {
  /** Number of the periodic direction of the domain, and of the axis of the wall that is parallel to it. */
  readonly world: number;
  readonly own: number;
  readonly period: number;
}

function alignedPeriods({ orientation }: PlacedWall, domain: DomainSpec | undefined): AlignedPeriod[] {
  const periods = toTriple(periodsOf(domain));
  return periods.flatMap((period, world) => {
    if (!(period < Infinity)) return [];
    const [way] = ownShifts({ ...(orientation && { orientation }) }, [unit(world)]);
    const own = toTriple(way).findIndex((part) => 1 - Math.abs(part) < SAME);
    const isAligned = toTriple(way).every((part, axis) => axis === own || Math.abs(part) < SAME);
    return own >= 0 && isAligned ? [{ world, own, period }] : [];
  });
}

function unit(axis: number): Vector3 {
  return { x: axis === 0 ? 1 : 0, y: axis === 1 ? 1 : 0, z: axis === 2 ? 1 : 0 };
}

/** Length along one of its axes of a wall that can go on there; 0 of others. */
function continuedLength(shape: WallShapeSpec, axis: number): number {
  if ('box' in shape) return 2 * toTriple(vector3(shape.box.halfExtents))[axis];
  if (!('cylinder' in shape) || axis !== 2) return 0;
  // A pot has one end.
  return shape.open === undefined || shape.open === 'both' ? (shape.cylinder.length ?? Infinity) : 0;
}

/**
 * The wall with ends that no body of the domain reaches, `room` being a period and the distance of the wall from the
 * middle of the domain. The way out of the inside of a box through an end is longer than that through any side.
 */
function withoutEnds(shape: WallShapeSpec, axis: number, room: number): WallShapeSpec {
  if ('cylinder' in shape) {
    const { radius } = shape.cylinder;
    return { ...shape, cylinder: shape.open === undefined ? { radius } : { radius, length: 4 * room } };
  }
  if (!('box' in shape)) return shape;
  const half = toTriple(vector3(shape.box.halfExtents));
  half[axis] = 2 * room + Math.max(...half);
  return { ...shape, box: { halfExtents: half } };
}

function distanceFromMiddle({ position }: PlacedWall, domain: DomainSpec | undefined, axis: number): number {
  const place = toTriple(vector3(position ?? ZERO_VECTOR));
  return Math.abs(place[axis] - toTriple(middleOf(domain))[axis]);
}

function middleOf(domain: DomainSpec | undefined): Vector3 {
  return domain === undefined ? ZERO_VECTOR : interpolate(vector3(domain.min), vector3(domain.max), 0.5);
}

/** What is wrong with the periodic images of a wall or mesh, and the remedy; undefined if nothing is. */
export function imageProblem(mesh: MeshSpec, domain: DomainSpec | undefined): string | undefined {
  if (domain?.periodic?.some((on) => on) !== true) return undefined;
  const { shape } = mesh;
  if (shape === undefined) return meshImageProblem(mesh, domain) ?? reachProblem(mesh, domain, []);
  const wall = { ...mesh, shape };
  const images = wallImages(wall, domain);
  const own = ownShifts(mesh, images.shifts);
  if (isEndless(shape) && own.some((way) => !isAlongOrAcross(way))) {
    return 'a cylinder without ends must be parallel or perpendicular to each periodic direction: give it a length';
  }
  const overlapping = own.findIndex((way, k) => k > 0 && overlapsImage(images.shape, way));
  if (overlapping > 0) {
    return (
      `${overlapText('the wall', images.shifts[overlapping])}; a box or a cylinder whose axis is parallel to a ` +
      'periodic direction may be of any length there, and has no ends then'
    );
  }
  return reachProblem(mesh, domain, isEndless(shape) ? [0, 1, 2] : images.continued);
}

function overlapText(what: string, { x, y, z }: Vector3): string {
  return (
    `${what} overlaps its periodic image at (${x}, ${y}, ${z}) m from it, and bodies would touch both: make it ` +
    'smaller, or the domain larger'
  );
}

function meshImageProblem(mesh: MeshSpec, domain: DomainSpec): string | undefined {
  const { min, max } = meshBox(mesh);
  const [extent, periods] = [toTriple(subtract(max, min)), toTriple(periodsOf(domain))];
  // Only facets of a mesh that is longer than the period can lie on each other.
  if (extent.every((each, axis) => each <= periods[axis] * (1 + SAME))) return undefined;
  const shifts = imageShifts(domain);
  const own = ownShifts(mesh, shifts);
  for (let k = 1; k < shifts.length; k++) {
    const facet = facetOnImage(mesh.mesh, own[k]);
    if (facet >= 0) return overlapText(`its facet ${facet}`, shifts[k]);
  }
  return undefined;
}

function isAlongOrAcross({ x, y, z }: Vector3): boolean {
  const [across, along] = [Math.sqrt(x * x + y * y), Math.abs(z)];
  return along <= SAME * across || across <= SAME * along;
}

/**
 * Whether a wall and its copy, `way` from it in its own frame, have points in common. Two copies of a convex solid have
 * if a chord of it is longer than the way and parallel to it.
 */
function overlapsImage(shape: WallShapeSpec, way: Vector3): boolean {
  const { x, y, z } = way;
  const shrunk = 1 + SAME;
  const across = shrunk * Math.sqrt(x * x + y * y);
  const along = shrunk * Math.abs(z);
  if ('sphere' in shape) return Math.sqrt(across * across + along * along) < 2 * shape.sphere.radius;
  if ('box' in shape) {
    const half = vector3(shape.box.halfExtents);
    return AXES.every((axis) => shrunk * Math.abs(way[axis]) < 2 * half[axis]);
  }
  if ('torus' in shape) {
    // The circles in the middle of the tubes are in parallel planes.
    const { ringRadius, tubeRadius } = shape.torus;
    const apart = Math.max(0, across - 2 * ringRadius);
    return Math.sqrt(apart * apart + along * along) < 2 * tubeRadius;
  }
  if (shape.open !== undefined) {
    // Sheets that cross are two walls; only those that lie on each other are not.
    return 'cylinder' in shape && across <= SAME * along && along < (shape.cylinder.length ?? Infinity);
  }
  if ('cylinder' in shape) return along < (shape.cylinder.length ?? Infinity) && across < 2 * shape.cylinder.radius;
  const { bottomRadius, topRadius, height } = shape.cone;
  const radiusAt = (level: number): number => bottomRadius + ((topRadius - bottomRadius) * level) / height;
  const widest = Math.max(radiusAt(0) + radiusAt(along), radiusAt(height - along) + radiusAt(height));
  return along < height && across < widest;
}

/**
 * What is wrong if images further than one period away would reach the bodies of the domain: the wall or mesh is too
 * far from it, or too long. `continued` are the numbers of directions in which it has no ends.
 */
function reachProblem(mesh: MeshSpec, domain: DomainSpec, continued: readonly number[]): string | undefined {
  const box = meshBox(mesh);
  const [low, high] = [toTriple(vector3(domain.min)), toTriple(vector3(domain.max))];
  const [first, last] = [toTriple(box.min), toTriple(box.max)];
  for (const [axis, period] of toTriple(periodsOf(domain)).entries()) {
    if (!(period < Infinity) || continued.includes(axis)) continue;
    // A period is at least two diameters long (checkPeriods), so bodies reach a quarter of it beyond the domain. A wall
    // that moves is put back by a period when it has moved by half of one.
    const room = (2 - 0.25 - (movesAlong(mesh, axis) ? 0.5 : 0)) * period;
    if (last[axis] <= low[axis] + room && first[axis] >= high[axis] - room) continue;
    return (
      `from ${first[axis]} m to ${last[axis]} m along ${AXES[axis]}, where the domain repeats from ${low[axis]} m to ` +
      `${high[axis]} m, images more than one period away would reach into it: place it in the domain, at most one ` +
      'period long'
    );
  }
  return undefined;
}

/** Whether a motion or servo translates the wall along an axis. */
function movesAlong({ motion, servo }: MeshSpec, axis: number): boolean {
  const directions = (motion === undefined ? [] : motionParts(motion)).flatMap(({ velocity, oscillation, table }) => [
    velocity ?? ZERO_VECTOR,
    oscillation?.direction ?? ZERO_VECTOR,
    ...(table?.rows ?? []).map(([, ...components]) => components),
  ]);
  return [...directions, servo?.direction ?? ZERO_VECTOR].some((way) => toTriple(vector3(way))[axis] !== 0);
}
