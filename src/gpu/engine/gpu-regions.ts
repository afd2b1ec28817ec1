// SPDX-License-Identifier: MIT
/**
 * Regions for the GPU, relative to the corner of the cell grid: outlets, the space outside the domain, and last the
 * surroundings of an insertion region.
 */
import type { OutletRegionSpec } from '../../bodies/outlet.ts';
import { dot, normalise, subtract, type Vector3, vector3 } from '../../math/vector.ts';
import type { SimulationSpec } from '../../simulation/simulation-spec.ts';
import { REGION_BOX, REGION_CYLINDER, REGION_OUTSIDE_BOX, REGION_PLANE, REGION_SPHERE } from '../kernels/pick.ts';
import { REGION } from '../kernels/records.ts';
import type { CellGrid } from './cell-grid.ts';

/** Regions have a bit each in a word, and four bits are not outlets. */
export const MOST_OUTLETS = 28;
/** Farther than anything; its square is still a number of float32. */
const FAR = 1e18;
const ALL = 0xffffffff;

type Kind = 'box' | 'outside';

/** How many regions a spec has; none where no body comes or goes. */
export function regionCount({ outlets = [], insertions = [], domain }: SimulationSpec): number {
  const isOpen = outlets.length + insertions.length > 0 || domain?.onEscape === 'delete';
  return isOpen ? outlets.length + 2 : 0;
}

/** Bit of the space outside the domain. */
export function outsideBit({ outlets = [] }: SimulationSpec): number {
  return 2 ** outlets.length;
}

/** Bit of the surroundings of a region where bodies appear. */
export function surroundingsBit(spec: SimulationSpec): number {
  return 2 * outsideBit(spec);
}

/** Word at which these are written. */
export function surroundingsAt({ outlets = [] }: SimulationSpec): number {
  return REGION.words * (outlets.length + 1);
}

/** Words of all regions; the last is written when it is needed. */
export function regionWords(spec: SimulationSpec, grid: CellGrid): Uint32Array<ArrayBuffer> {
  const count = regionCount(spec);
  const words = new Uint32Array(REGION.words * count);
  if (count === 0) return words;
  const { outlets = [], domain, materials } = spec;
  outlets.forEach(({ region, materials: taken }, k) => {
    const isTaken = (m: number): boolean => taken?.includes(materials[m]?.name ?? '') ?? true;
    const bits = (from: number): number =>
      Array.from({ length: 32 }, (_, m) => (isTaken(from + m) ? 2 ** m : 0)).reduce((sum, bit) => sum + bit, 0);
    words.set(outletWords(region, grid, [bits(0), bits(32)]), REGION.words * k);
  });
  if (domain !== undefined) {
    const outside = boxWords('outside', vector3(domain.min), vector3(domain.max), grid);
    words.set(outside, REGION.words * outlets.length);
  }
  return words;
}

/** A box, without bounds in periodic directions; or all that is outside it. */
export function boxWords(kind: Kind, min: Vector3, max: Vector3, grid: CellGrid): Uint32Array<ArrayBuffer> {
  const low = relative(min, grid).map((x, k) => (grid.periodic[k] ? -FAR : Math.max(x, -FAR)));
  const high = relative(max, grid).map((x, k) => (grid.periodic[k] ? FAR : Math.min(x, FAR)));
  return pack(kind === 'box' ? REGION_BOX : REGION_OUTSIDE_BOX, low, 0, high, [ALL, ALL], true);
}

function outletWords(region: OutletRegionSpec, grid: CellGrid, materials: number[]): Uint32Array<ArrayBuffer> {
  if ('plane' in region) {
    const normal = normalise(vector3(region.plane.direction));
    const [x = 0, y = 0, z = 0] = relative(vector3(region.plane.through), grid);
    return pack(REGION_PLANE, [normal.x, normal.y, normal.z], dot(normal, { x, y, z }), [0, 0, 0], materials, false);
  }
  if ('box' in region) {
    const [min, max] = [vector3(region.box.min), vector3(region.box.max)];
    return pack(REGION_BOX, relative(min, grid), 0, relative(max, grid), materials, false);
  }
  if ('sphere' in region) {
    const { centre, radius } = region.sphere;
    return pack(REGION_SPHERE, relative(vector3(centre), grid), radius, [0, 0, 0], materials, false);
  }
  const from = vector3(region.cylinder.from);
  const { x, y, z } = subtract(vector3(region.cylinder.to), from);
  return pack(REGION_CYLINDER, relative(from, grid), region.cylinder.radius, [x, y, z], materials, false);
}

function pack(
  kind: number,
  a: readonly number[],
  radius: number,
  b: readonly number[],
  materials: readonly number[],
  takesFixed: boolean,
): Uint32Array<ArrayBuffer> {
  const words = new Uint32Array(REGION.words);
  const [materialsLow = 0, materialsHigh = 0] = materials;
  REGION.write(words, 0, { a, radius, b, kind, materialsLow, materialsHigh, takesFixed: Number(takesFixed) });
  return words;
}

function relative({ x, y, z }: Vector3, { origin }: CellGrid): number[] {
  return [x - origin[0], y - origin[1], z - origin[2]];
}
