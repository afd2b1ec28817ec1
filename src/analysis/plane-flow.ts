// SPDX-License-Identifier: MIT
/**
 * Counts bodies that cross a plane, by the side of their centres of mass at successive times. Over the whole plane the
 * net count is exact for any interval. A body that is inserted or removed in between does not cross.
 */
import { addScaled, dot, normalise, subtract, type Vector3, type Vector3Like, vector3 } from '../math/vector.ts';
import { type GranularState, vectorAt } from './granular-state.ts';
import { imagesNear, nearestOffset } from './periodic-images.ts';
import { type AnalysisRegionSpec, analysisRegion } from './region.ts';
import { sortedSum } from './sorted-sum.ts';

/** A plane through which flow is counted; lengths in m. */
export interface PlaneSpec {
  /** m */
  readonly through: Vector3Like;
  /** The direction that counts as forward; of any length but zero. */
  readonly normal: Vector3Like;
  /** Crossings outside of it do not count; the crossing point is on the straight line between two positions. */
  readonly within?: AnalysisRegionSpec;
}

/** Crossings since the start. */
export interface Crossings {
  /** Bodies */
  readonly forward: number;
  /** Bodies */
  readonly backward: number;
  /** Forward less backward, kg. */
  readonly mass: number;
  /** Between the last two times, kg/s; 0 at the first. */
  readonly rate: number;
}

/** The state of the counter, as plain values. */
export interface FlowState {
  /** s */
  readonly time: number | undefined;
  readonly crossings: Crossings;
  /** id, x, y, z of each body in turn. */
  readonly places: readonly number[];
}

const NO_CROSSINGS: Crossings = { forward: 0, backward: 0, mass: 0, rate: 0 };

/**
 * Counts bodies and mass, kg, that cross a plane from one state to the next.
 *
 * @example
 * ```ts
 * import { PlaneFlow, present } from 'scree/analysis';
 * import { Simulation } from 'scree/dem';
 *
 * const simulation = new Simulation({
 *   timeStep: 1e-3,
 *   gravity: [0, 0, -10],
 *   law: { normal: 'linear' },
 *   materials: [{ name: 'glass', density: 2500, stiffness: 5000 }],
 *   shapes: [{ name: 'marble', sphere: { radius: 0.01 } }],
 *   bodies: [{ shape: 'marble', material: 'glass', position: [0, 0, 0.1] }],
 * });
 * const flow = new PlaneFlow({ through: [0, 0, 0], normal: [0, 0, -1] });
 * flow.take(present(simulation));
 * simulation.step(200);
 * console.log(flow.take(present(simulation)).forward); // 1
 * ```
 */
export class PlaneFlow {
  readonly #through: Vector3;
  readonly #normal: Vector3;
  readonly #within: AnalysisRegionSpec | undefined;
  #time: number | undefined;
  #crossings = NO_CROSSINGS;
  #positions = new Map<number, Vector3>();

  constructor({ through, normal, within }: PlaneSpec, saved?: FlowState) {
    this.#through = vector3(through);
    this.#normal = normalise(vector3(normal));
    this.#within = within;
    if (saved === undefined) return;
    this.#time = saved.time;
    this.#crossings = saved.crossings;
    const { places } = saved;
    for (let k = 0; k + 3 < places.length; k += 4) {
      const [id = 0, x = 0, y = 0, z = 0] = places.slice(k, k + 4);
      this.#positions.set(id, { x, y, z });
    }
  }

  get crossings(): Crossings {
    return this.#crossings;
  }

  /** Adds the next state; a state at the time of the last changes nothing. */
  take(state: GranularState): Crossings {
    const { bodies, time, periodic } = state;
    if (time === this.#time) return this.#crossings;
    const positions = new Map<number, Vector3>();
    const region = this.#within === undefined ? undefined : analysisRegion(this.#within, state);
    const masses: number[] = [];
    let { forward, backward } = this.#crossings;
    for (let k = 0; k < bodies.count; k++) {
      if (bodies.isFree[k] === 0) continue;
      const id = bodies.ids[k];
      const position = vectorAt(bodies.position, k);
      positions.set(id, position);
      const before = this.#positions.get(id);
      if (before === undefined) continue;
      const displacement = nearestOffset(before, position, periodic.lengths);
      for (const start of startsOf(before, displacement, this.#through, this.#normal, periodic.lengths)) {
        const from = dot(this.#normal, subtract(start, this.#through));
        const to = from + dot(this.#normal, displacement);
        if (from < 0 === to < 0) continue;
        if (region !== undefined && !region.holds(addScaled(start, displacement, from / (from - to)))) continue;
        if (to < 0) backward++;
        else forward++;
        masses.push(to < 0 ? -bodies.mass[k] : bodies.mass[k]);
      }
    }
    const gained = sortedSum(Float64Array.from(masses));
    const rate = this.#time === undefined ? 0 : gained / (time - this.#time);
    this.#crossings = { forward, backward, mass: this.#crossings.mass + gained, rate };
    this.#positions = positions;
    this.#time = time;
    return this.#crossings;
  }

  state(): FlowState {
    const places = [...this.#positions].flatMap(([id, { x, y, z }]) => [id, x, y, z]);
    return { time: this.#time, crossings: this.#crossings, places };
  }
}

/**
 * Start of the displacement, for the image of the body that may cross the plane. In a periodic domain the plane is
 * crossed once per period along each periodic direction that it is oblique to.
 */
function startsOf(
  before: Vector3,
  displacement: Vector3,
  through: Vector3,
  normal: Vector3,
  lengths: Vector3,
): Vector3[] {
  const across = {
    x: normal.x !== 0 ? lengths.x : 0,
    y: normal.y !== 0 ? lengths.y : 0,
    z: normal.z !== 0 ? lengths.z : 0,
  };
  if (across.x === 0 && across.y === 0 && across.z === 0) return [before];
  const reach = Math.max(Math.abs(displacement.x), Math.abs(displacement.y), Math.abs(displacement.z));
  const unbounded = (at: number, period: number, sign: number): number => (period > 0 ? at : sign * Infinity);
  const min = {
    x: unbounded(through.x, across.x, -1),
    y: unbounded(through.y, across.y, -1),
    z: unbounded(through.z, across.z, -1),
  };
  const max = {
    x: unbounded(through.x, across.x, 1),
    y: unbounded(through.y, across.y, 1),
    z: unbounded(through.z, across.z, 1),
  };
  return imagesNear(before, reach, min, max, across);
}

const KINDS = {
  /** Net, since the beginning. */
  mass: { unit: 'kg', value: ({ mass }: Crossings) => mass },
  count: { unit: '', value: ({ forward, backward }: Crossings) => forward - backward },
  forward: { unit: '', value: ({ forward }: Crossings) => forward },
  backward: { unit: '', value: ({ backward }: Crossings) => backward },
  /** Between the last two times. */
  massRate: { unit: 'kg/s', value: ({ rate }: Crossings) => rate },
} as const;

export type PlaneQuantity = keyof typeof KINDS;

export const PLANE_QUANTITIES = Object.keys(KINDS) as PlaneQuantity[];

export const planeQuantityUnit = (quantity: PlaneQuantity): string => KINDS[quantity].unit;

export const planeValue = (quantity: PlaneQuantity, crossings: Crossings): number => KINDS[quantity].value(crossings);
