// SPDX-License-Identifier: MIT
/**
 * The first impact of the lowest body of a scene: nothing but walls can be below it, so that its fall is the same with the other bodies and without
 * them. Alone it is computed in a moment, where all bodies together would take too long to fall.
 */
import { ScreeError } from '../../errors.ts';
import { dot, length, type Vector3, vector3 } from '../../math/vector.ts';
import type { DeepOverlap } from '../../simulation/overlap-watch.ts';
import type { Simulation } from '../../simulation/simulation.ts';
import type { BodyView } from '../../simulation/simulation-views.ts';

/** The fall takes no longer than this on the clock, ms. */
const FALL_MS = 300;
const STEPS_AT_ONCE = 50;

/** The free body that is furthest along gravity, by its id; undefined without gravity or free bodies. */
function lowestBody({ count, ids, position }: BodyView, walls: ReadonlySet<number>, gravity: Vector3) {
  let lowest: number | undefined;
  let depth = Number.NEGATIVE_INFINITY;
  if (!(length(gravity) > 0)) return undefined;
  for (let k = 0; k < count; k++) {
    const id = ids[k] as number;
    const [x = 0, y = 0, z = 0] = position.subarray(3 * k, 3 * k + 3);
    const at = dot(gravity, { x, y, z });
    if (at > depth && !walls.has(id)) [lowest, depth] = [id, at];
  }
  return lowest;
}

function touchesAnything(simulation: Simulation, id: number): boolean {
  const { idA, idB } = simulation.contacts();
  return idA.includes(id) || idB.includes(id);
}

/**
 * Takes all free bodies but the lowest out of the simulation, and goes on until its first contact has ended: the overlap that is too deep, if that
 * contact has one. Undefined too where the body touches something already, or the time is up before.
 */
export function firstImpactOfLowest(
  simulation: Simulation,
  mostSteps: number,
  now: () => number,
): DeepOverlap | undefined {
  const { spec } = simulation;
  const view = simulation.bodies();
  // Bodies that are led or stand still are walls to the others. Ids are the places in the list unless they are given.
  const walls = new Set(
    (spec.bodies ?? []).flatMap(({ id, fixed, motion }, k) => (fixed || motion !== undefined ? [id ?? k] : [])),
  );
  const lowest = lowestBody(view, walls, vector3(spec.gravity));
  if (lowest === undefined || touchesAnything(simulation, lowest)) return undefined;
  for (const id of view.ids) if (id !== lowest && !walls.has(id)) simulation.removeBody(id);
  try {
    const start = now();
    let hasTouched = false;
    while (simulation.stepCount < mostSteps && now() - start < FALL_MS) {
      simulation.step(Math.min(STEPS_AT_ONCE, mostSteps - simulation.stepCount));
      if (simulation.firstDeepOverlap() !== undefined) break;
      const touches = touchesAnything(simulation, lowest);
      if (hasTouched && !touches) return undefined;
      hasTouched ||= touches;
    }
  } catch (error) {
    // Too deep to go on; or the body fell out of the domain, or an outlet took it: a run has others then.
    if (!(error instanceof ScreeError)) throw error;
  }
  const found = simulation.firstDeepOverlap();
  return found?.body === lowest ? found : undefined;
}
