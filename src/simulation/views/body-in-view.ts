// SPDX-License-Identifier: MIT
/** One body of a view, for states that have no memory of a simulation: those of a GPU and of outside engines. */
import { SimulationError } from '../../errors.ts';
import { readVector } from '../walls/half-spaces.ts';
import type { BodyState, BodyView } from './simulation-views.ts';

/** Throws a SimulationError if no body has this id. */
export function bodyInView(view: BodyView, id: number): BodyState {
  const i = view.ids.indexOf(id);
  if (i < 0) {
    throw new SimulationError('no-such-body', `body ${id}: there is no such body; there are ${view.count}`, { id });
  }
  const [w = 1, x = 0, y = 0, z = 0] = view.orientation.subarray(4 * i, 4 * i + 4);
  return {
    id,
    shape: view.shape[i],
    material: view.material[i],
    radius: view.radius[i],
    scale: view.scale[i],
    orientation: { w, x, y, z },
    position: readVector(view.position, 3 * i),
    velocity: readVector(view.velocity, 3 * i),
    angularVelocity: readVector(view.angularVelocity, 3 * i),
    force: readVector(view.force, 3 * i),
    torque: readVector(view.torque, 3 * i),
  };
}
