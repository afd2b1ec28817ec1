// SPDX-License-Identifier: MIT
/**
 * Force chains (Peters, Muthuswamy, Wibowo & Tordesillas, Phys. Rev. E 72, 2005): bodies whose major principal stress
 * is above the mean, aligned along its direction. Two such bodies in contact are linked if the line between their
 * centres is within `angle` of the principal directions of both. If several bodies compete for one side of a body, the
 * best mutual match is linked, so chains do not branch and do not depend on the start of the search.
 */
import { eigenSystem } from '../math/symmetric-matrix.ts';
import { dot, length, type Vector3 } from '../math/vector.ts';
import { branches, HALF_STRIDE } from './branches.ts';
import { type GranularState, vectorAt } from './granular-state.ts';
import { nearestOffset } from './periodic-images.ts';
import { type AnalysisRegion, bodiesIn } from './region.ts';
import { sortedSum } from './sorted-sum.ts';
import { symmetricPart } from './stress.ts';

/** Chains of bodies that carry more than the mean stress, and the stress of every body. */
export interface ForceChains {
  /**
   * Rows of bodies, each chain from one end to the other, beginning with the lower id; sorted by the id of their first
   * body.
   */
  readonly chains: readonly (readonly number[])[];
  /** Major principal stress of each body by row, Pa, compression positive. */
  readonly magnitude: Float64Array;
  /** Its direction, unit, of either sign. */
  readonly direction: Float64Array;
  /** Mean over the bodies that carry a force, Pa: members of a chain are above it. */
  readonly mean: number;
}

/** As Peters et al. take it. */
export const DEFAULT_CHAIN_ANGLE = Math.PI / 4;
const SHORTEST_CHAIN = 3;

interface Link {
  readonly a: number;
  readonly b: number;
  /** Which side of each body: 1 along its direction, 0 against it. */
  readonly sideA: number;
  readonly sideB: number;
  /** Sum of the two cosines; the larger, the straighter. */
  readonly fit: number;
}

/** Major principal stress of each body, from the forces at its contacts over its own volume. */
function principalStresses(state: GranularState): { magnitude: Float64Array; direction: Float64Array } {
  const { bodies, solids } = state;
  const { count, halves, rows } = branches(state);
  const ends = new Int32Array(bodies.count + 1);
  for (let h = 0; h < count; h++) ends[rows[h] + 1] = ends[rows[h] + 1] + 1;
  for (let k = 0; k < bodies.count; k++) ends[k + 1] = ends[k + 1] + ends[k];
  const next = ends.slice();
  const order = new Int32Array(count);
  for (let h = 0; h < count; h++) {
    const row = rows[h];
    order[next[row]] = h;
    next[row] = next[row] + 1;
  }
  const magnitude = new Float64Array(bodies.count);
  const direction = new Float64Array(3 * bodies.count);
  const terms = new Float64Array(count);
  const tensor = new Array<number>(9);
  for (let row = 0; row < bodies.count; row++) {
    const first = ends[row];
    const own = ends[row + 1] - first;
    if (own === 0) continue;
    const scale = bodies.scale[row];
    const volume = solids[bodies.shape[row]].volume * scale * scale * scale;
    for (let k = 0; k < 9; k++) {
      const [force, branch] = [6 + Math.floor(k / 3), 3 + (k % 3)];
      for (let j = 0; j < own; j++) {
        const at = HALF_STRIDE * order[first + j];
        terms[j] = halves[at + force] * halves[at + branch];
      }
      tensor[k] = sortedSum(terms, own) / volume;
    }
    const { values, vectors } = eigenSystem(symmetricPart(tensor));
    const largest = values[0] > values[1] ? (values[0] > values[2] ? 0 : 2) : values[1] > values[2] ? 1 : 2;
    magnitude[row] = values[largest];
    direction.set([vectors[largest].x, vectors[largest].y, vectors[largest].z], 3 * row);
  }
  return { magnitude, direction };
}

/**
 * Chains among the bodies whose centres are in the region; the mean is that of these bodies.
 *
 * @example
 * ```ts
 * import { Simulation } from 'scree/dem';
 * import { analysisRegion, forceChains, present } from 'scree/analysis';
 *
 * const simulation = new Simulation({
 *   timeStep: 1e-5,
 *   gravity: [0, 0, -9.81],
 *   law: { normal: 'linear' },
 *   materials: [{ name: 'glass', density: 2500, stiffness: 5000 }],
 *   shapes: [{ name: 'marble', sphere: { radius: 0.01 } }],
 *   bodies: [{ shape: 'marble', material: 'glass', positions: Float64Array.of(0, 0, 0.0099, 0, 0, 0.0297) }],
 *   halfSpaces: [{ name: 'floor', normal: [0, 0, 1], offset: 0, material: 'glass' }],
 * });
 * const state = present(simulation);
 * console.log(forceChains(state, analysisRegion('all', state)).chains.length); // 0
 * ```
 */
export function forceChains(state: GranularState, region: AnalysisRegion, angle = DEFAULT_CHAIN_ANGLE): ForceChains {
  const { bodies, contacts, periodic } = state;
  const { magnitude, direction } = principalStresses(state);
  const loaded = bodiesIn(state, region).filter((k) => magnitude[k] > 0);
  const mean = loaded.length === 0 ? 0 : sortedSum(Float64Array.from(loaded, (k) => magnitude[k])) / loaded.length;
  const members = new Set(loaded.filter((k) => magnitude[k] > mean));
  const links: Link[] = [];
  const least = Math.cos(angle);
  const linked = new Set<string>();
  for (let c = 0; c < contacts.count; c++) {
    const first = contacts.bodyA[c];
    const second = contacts.bodyB[c];
    if (second < 0 || !members.has(first) || !members.has(second)) continue;
    const [a, b] = bodies.ids[first] < bodies.ids[second] ? [first, second] : [second, first];
    if (linked.has(`${a} ${b}`)) continue;
    linked.add(`${a} ${b}`);
    const branch = nearestOffset(vectorAt(bodies.position, a), vectorAt(bodies.position, b), periodic.lengths);
    const size = length(branch);
    if (!(size > 0)) continue;
    const cosine = (k: number): number => dot(vectorAt(direction, k), branch) / size;
    const [onA, onB] = [cosine(a), cosine(b)];
    if (Math.abs(onA) < least || Math.abs(onB) < least) continue;
    links.push({ a, b, sideA: onA > 0 ? 1 : 0, sideB: onB > 0 ? 0 : 1, fit: Math.abs(onA) + Math.abs(onB) });
  }
  return { chains: chainsOf(links, bodies.ids), magnitude, direction, mean };
}

/** Takes links from the straightest on, one for each side of a body, and follows them. */
function chainsOf(links: readonly Link[], ids: Int32Array): number[][] {
  const idOf = (row: number): number => ids[row];
  const sorted = [...links].sort((p, q) => q.fit - p.fit || idOf(p.a) - idOf(q.a) || idOf(p.b) - idOf(q.b));
  const taken = new Set<number>();
  const next = new Map<number, number[]>();
  for (const { a, b, sideA, sideB } of sorted) {
    const [atA, atB] = [2 * a + sideA, 2 * b + sideB];
    if (taken.has(atA) || taken.has(atB)) continue;
    taken.add(atA).add(atB);
    next.set(a, [...(next.get(a) ?? []), b]);
    next.set(b, [...(next.get(b) ?? []), a]);
  }
  const seen = new Set<number>();
  const follow = (start: number): number[] => {
    const chain: number[] = [];
    for (let at: number | undefined = start; at !== undefined; ) {
      seen.add(at);
      chain.push(at);
      at = next.get(at)?.find((row) => !seen.has(row));
    }
    return chain;
  };
  const rows = [...next.keys()].sort((p, q) => idOf(p) - idOf(q));
  const ends = rows.filter((row) => next.get(row)?.length === 1);
  // Ends first, lower ids first; the rest are rings.
  const chains = [...ends, ...rows].flatMap((row) => (seen.has(row) ? [] : [follow(row)]));
  return chains.filter((chain) => chain.length >= SHORTEST_CHAIN).sort((p, q) => idOf(p[0]) - idOf(q[0]));
}

/**
 * The centres of a chain, continuous across the sides of a periodic domain; flat.
 *
 * @example
 * ```ts
 * import { Simulation } from 'scree/dem';
 * import { chainPoints, present } from 'scree/analysis';
 *
 * const simulation = new Simulation({
 *   timeStep: 1e-5,
 *   gravity: [0, 0, -9.81],
 *   law: { normal: 'linear' },
 *   materials: [{ name: 'glass', density: 2500, stiffness: 5000 }],
 *   shapes: [{ name: 'marble', sphere: { radius: 0.01 } }],
 *   bodies: [{ shape: 'marble', material: 'glass', positions: Float64Array.of(0, 0, 0.0099, 0, 0, 0.0297) }],
 *   halfSpaces: [{ name: 'floor', normal: [0, 0, 1], offset: 0, material: 'glass' }],
 * });
 * const state = present(simulation);
 * console.log(chainPoints(state, [0, 1]).length); // 6
 * ```
 */
export function chainPoints({ bodies, periodic }: GranularState, chain: readonly number[]): Float64Array {
  const points = new Float64Array(3 * chain.length);
  let at: Vector3 | undefined;
  chain.forEach((row, k) => {
    const centre = vectorAt(bodies.position, row);
    const branch = at === undefined ? centre : nearestOffset(at, centre, periodic.lengths);
    at = at === undefined ? centre : { x: at.x + branch.x, y: at.y + branch.y, z: at.z + branch.z };
    points.set([at.x, at.y, at.z], 3 * k);
  });
  return points;
}
