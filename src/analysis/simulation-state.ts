// SPDX-License-Identifier: MIT
/** The present state of a simulation as input of an analysis. */

import type { Simulation } from '../simulation/simulation.ts';
import type { SimulationSpec } from '../simulation/simulation-spec.ts';
import {
  type BodyView,
  CONTACT_BODY,
  CONTACT_HALF_SPACE,
  type ContactView,
} from '../simulation/views/simulation-views.ts';
import { type BodyKinds, bodyKinds } from './body-kinds.ts';
import type { AnalysedBodies, AnalysedContacts, GranularState } from './granular-state.ts';
import { Measured, type MeasuredRegion } from './region-quantities.ts';

/** Number of a wall: the three kinds have separate numbers. A mesh has a number for each contact. */
const wallNumber = {
  body: (id: number) => 3 * id,
  halfSpace: (k: number) => 3 * k + 1,
  mesh: (c: number) => 3 * c + 2,
};

type ViewedBodies = Omit<BodyView, 'angularVelocity' | 'force' | 'torque'>;
type ViewedContacts = Pick<ContactView, 'count' | 'idA' | 'idB' | 'kind' | 'point' | 'normal' | 'force'>;

/** Arrays are shared with the views if possible. */
export function granularState(
  time: number,
  view: ViewedBodies,
  contacts: ViewedContacts,
  kinds: BodyKinds,
): GranularState {
  const bodies = analysedBodies(view, kinds);
  const { solids, gravity, periodic } = kinds;
  return { time, bodies, contacts: analysedContacts(contacts, bodies), solids, gravity, periodic };
}

function analysedBodies(view: ViewedBodies, { solids, densities, walls }: BodyKinds): AnalysedBodies {
  const { count, ids, shape, material, radius, scale, position, orientation, velocity } = view;
  const mass = new Float64Array(count);
  const isFree = new Uint8Array(count);
  for (let k = 0; k < count; k++) {
    const factor = scale[k];
    const volume = solids[shape[k]].volume * factor * factor * factor;
    mass[k] = densities[material[k]] * volume;
    isFree[k] = walls.has(ids[k]) ? 0 : 1;
  }
  return { count, ids, shape, material, radius, scale, position, orientation, velocity, mass, isFree };
}

function analysedContacts(view: ViewedContacts, bodies: AnalysedBodies): AnalysedContacts {
  const rowOf = new Map<number, number>();
  for (let k = 0; k < bodies.count; k++) rowOf.set(bodies.ids[k], k);
  const freeRow = (id: number): number => {
    const row = rowOf.get(id) ?? -1;
    return row >= 0 && bodies.isFree[row] === 1 ? row : -1;
  };
  const room = view.count;
  const bodyA = new Int32Array(room);
  const bodyB = new Int32Array(room);
  const wall = new Int32Array(room).fill(-1);
  const point = new Float64Array(3 * room);
  const normal = new Float64Array(3 * room);
  const force = new Float64Array(3 * room);
  let count = 0;
  for (let c = 0; c < view.count; c++) {
    const [idA, idB, kind] = [view.idA[c], view.idB[c], view.kind[c]];
    let a = freeRow(idA);
    let b = kind === CONTACT_BODY ? freeRow(idB) : -1;
    // A fixed body that comes first is the wall of the other.
    const isTurned = a < 0 && b >= 0;
    if (isTurned) [a, b] = [b, -1];
    if (a < 0) continue;
    bodyA[count] = a;
    bodyB[count] = b;
    if (b < 0) {
      if (kind === CONTACT_BODY) wall[count] = wallNumber.body(isTurned ? idA : idB);
      else wall[count] = kind === CONTACT_HALF_SPACE ? wallNumber.halfSpace(idB) : wallNumber.mesh(c);
    }
    const sign = isTurned ? -1 : 1;
    for (let axis = 0; axis < 3; axis++) {
      point[3 * count + axis] = view.point[3 * c + axis];
      normal[3 * count + axis] = sign * view.normal[3 * c + axis];
      force[3 * count + axis] = sign * view.force[3 * c + axis];
    }
    count++;
  }
  return {
    count,
    bodyA: bodyA.subarray(0, count),
    bodyB: bodyB.subarray(0, count),
    wall: wall.subarray(0, count),
    point: point.subarray(0, 3 * count),
    normal: normal.subarray(0, 3 * count),
    force: force.subarray(0, 3 * count),
  };
}

/**
 * The bodies and contacts of the present time, for functions of analysis. A restored simulation does not have its
 * initial bodies: pass the spec it was started with, so that fixed and prescribed bodies count as walls.
 *
 * @throws SimulationError if the simulation has failed, so that its state cannot be read.
 *
 * @example
 * ```ts
 * import { Simulation } from 'scree/dem';
 * import { present } from 'scree/analysis';
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
 * console.log(present(simulation).bodies.position.length); // 6
 * ```
 */
export function present(simulation: Simulation, spec: SimulationSpec = simulation.spec): GranularState {
  return granularState(simulation.time, simulation.bodies(), simulation.contacts(), bodyKinds(spec));
}

/**
 * Quantities of a region at the present time; `values` takes the names of scene files. Each quantity is computed on its
 * first request.
 *
 * @throws SimulationError if the simulation has failed, so that its state cannot be read.
 *
 * @example
 * ```ts
 * import { measure } from 'scree/analysis';
 * import { Simulation } from 'scree/dem';
 *
 * const simulation = new Simulation({
 *   timeStep: 1e-4,
 *   gravity: [0, 0, 0],
 *   law: { normal: 'linear' },
 *   materials: [{ name: 'glass', density: 2500, stiffness: 5000 }],
 *   shapes: [{ name: 'marble', sphere: { radius: 0.5 } }],
 *   bodies: [{ shape: 'marble', material: 'glass', position: [0, 0, 0] }],
 * });
 * const { packing } = measure(simulation, { region: { box: { min: [-1, -1, -1], max: [1, 1, 1] } } });
 * console.log(packing?.fraction.toFixed(4)); // 0.0654
 * ```
 */
export function measure(
  simulation: Simulation,
  where: MeasuredRegion = { region: 'all' },
  spec: SimulationSpec = simulation.spec,
): Measured {
  return Measured.of(present(simulation, spec), where);
}
