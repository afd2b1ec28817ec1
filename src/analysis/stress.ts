// SPDX-License-Identifier: MIT
/**
 * Mean stress in a region (Love 1927, Weber 1966; kinetic part after Goldhirsch, Granular Matter 12, 2010), compression
 * positive: sigma = 1/V (sum over contacts of f (x) l + sum over bodies of m v' (x) v'). The branch of a contact goes
 * from the centre of B through the contact point to the centre of A; if B is a wall, it starts at the contact point.
 * Only the part of a branch inside the region counts.
 */
import { eigenvalues, type SymmetricMatrix3 } from '../math/symmetric-matrix.ts';
import { add, scale, type Vector3 } from '../math/vector.ts';
import { branches, HALF_STRIDE } from './branches.ts';
import { type GranularState, vectorAt } from './granular-state.ts';
import { imagesNear } from './periodic-images.ts';
import { type AnalysisRegion, bodiesIn } from './region.ts';
import { SortedSums } from './sorted-sum.ts';

/** A stress, Pa, as nine numbers xx, xy, xz, yx, … zz: first the direction of the force, then that of the branch. */
export type Tensor = readonly number[];

/** Stress in a region, Pa, compression positive, in its two parts: from contacts and from velocities. */
export interface Stress {
  readonly contact: Tensor;
  readonly kinetic: Tensor;
}

const NO_STRESS: Tensor = Object.freeze(new Array<number>(9).fill(0));

function addOuter(sums: SortedSums, a: Vector3, b: Vector3, factor: number): void {
  const { x, y, z } = scale(b, factor);
  sums.add(a.x * x, a.x * y, a.x * z, a.y * x, a.y * y, a.y * z, a.z * x, a.z * y, a.z * z);
}

const over = (sums: readonly number[], volume: number): Tensor => sums.map((value) => value / volume);

/** Length of the part of a branch in the region, summed over all images. */
function shareOfBranch(from: Vector3, branch: Vector3, region: AnalysisRegion, lengths: Vector3): number {
  if (region.isAll) return 1;
  const middle = add(from, scale(branch, 0.5));
  const reach = 0.5 * Math.max(Math.abs(branch.x), Math.abs(branch.y), Math.abs(branch.z));
  let share = 0;
  for (const image of imagesNear(middle, reach, region.min, region.max, lengths)) {
    const start = add(image, scale(branch, -0.5));
    share += region.share(start, add(start, branch));
  }
  return share;
}

/** Whether the half of a branch is outside of the region's box for certain. */
function isBeyond(halves: Float64Array, at: number, { min, max }: AnalysisRegion): boolean {
  const [x, y, z] = [halves[at], halves[at + 1], halves[at + 2]];
  const [u, v, w] = [halves[at + 3], halves[at + 4], halves[at + 5]];
  return (
    (x < min.x && x + u < min.x) ||
    (x > max.x && x + u > max.x) ||
    (y < min.y && y + v < min.y) ||
    (y > max.y && y + v > max.y) ||
    (z < min.z && z + w < min.z) ||
    (z > max.z && z + w > max.z)
  );
}

/** Undefined for a region without volume. */
export function stress(state: GranularState, region: AnalysisRegion): Stress | undefined {
  if (!(region.volume > 0)) return undefined;
  const { lengths } = state.periodic;
  const isPeriodic = lengths.x > 0 || lengths.y > 0 || lengths.z > 0;
  const { count, halves } = branches(state);
  const sums = new SortedSums(9);
  for (let h = 0; h < count; h++) {
    const at = HALF_STRIDE * h;
    if (!region.isAll && !isPeriodic && isBeyond(halves, at, region)) continue;
    const point = { x: halves[at], y: halves[at + 1], z: halves[at + 2] };
    const branch = { x: halves[at + 3], y: halves[at + 4], z: halves[at + 5] };
    const force = { x: halves[at + 6], y: halves[at + 7], z: halves[at + 8] };
    const share = shareOfBranch(point, branch, region, lengths);
    if (share > 0) addOuter(sums, force, branch, share);
  }
  const contact = sums.count > 0 ? over(sums.sums(), region.volume) : NO_STRESS;
  return { contact, kinetic: kineticStress(state, region) };
}

/** Of the bodies whose centres are in the region, about their common velocity. */
function kineticStress(state: GranularState, region: AnalysisRegion): Tensor {
  const { bodies } = state;
  const rows = bodiesIn(state, region);
  if (rows.length === 0) return NO_STRESS;
  const momentum = new SortedSums(4);
  for (const k of rows) {
    const mass = bodies.mass[k];
    const { x, y, z } = vectorAt(bodies.velocity, k);
    momentum.add(mass, mass * x, mass * y, mass * z);
  }
  const [mass = 0, px = 0, py = 0, pz = 0] = momentum.sums();
  const sums = new SortedSums(9);
  for (const k of rows) {
    const v = vectorAt(bodies.velocity, k);
    const own = { x: v.x - px / mass, y: v.y - py / mass, z: v.z - pz / mass };
    addOuter(sums, own, own, bodies.mass[k]);
  }
  return over(sums.sums(), region.volume);
}

/**
 * Sum of the contact and the kinetic stress, Pa.
 *
 * @example
 * ```ts
 * import { pressure, totalStress } from 'scree/analysis';
 *
 * const one = [1, 0, 0, 0, 1, 0, 0, 0, 1];
 * console.log(pressure(totalStress({ contact: one, kinetic: one }))); // 2
 * ```
 */
export function totalStress({ contact, kinetic }: Stress): Tensor {
  return contact.map((value, k) => value + kinetic[k]);
}

/**
 * Mean normal stress, Pa.
 *
 * @example
 * ```ts
 * import { pressure } from 'scree/analysis';
 *
 * console.log(pressure([3, 0, 0, 0, 3, 0, 0, 0, 3])); // 3
 * ```
 */
export function pressure([xx = 0, , , , yy = 0, , , , zz = 0]: Tensor): number {
  return (xx + yy + zz) / 3;
}

/** The part that is symmetric in force and branch. */
export function symmetricPart(tensor: Tensor): SymmetricMatrix3 {
  const [xx = 0, xy = 0, xz = 0, yx = 0, yy = 0, yz = 0, zx = 0, zy = 0, zz = 0] = tensor;
  return { xx, yy, zz, xy: 0.5 * (xy + yx), xz: 0.5 * (xz + zx), yz: 0.5 * (yz + zy) };
}

/**
 * Deviator stress q = sqrt(3/2 s:s) of the symmetric part, Pa.
 *
 * @example
 * ```ts
 * import { deviator } from 'scree/analysis';
 *
 * console.log(deviator([3, 0, 0, 0, 0, 0, 0, 0, 0])); // 3
 * ```
 */
export function deviator(tensor: Tensor): number {
  const [a, b, c] = eigenvalues(symmetricPart(tensor));
  return Math.sqrt(0.5 * ((a - b) ** 2 + (b - c) ** 2 + (c - a) ** 2));
}
