// SPDX-License-Identifier: MIT
/** A line of `scree contact` with 2D shapes: the same fields as in 3D, with vectors of two components. */
import { ScreeError } from '../../errors.ts';
import { isFiniteVector2, toPair } from '../../math/planar-vector.ts';
import { type PlanarContact, planarContact } from '../../narrow-phase/planar/planar-contact.ts';
import type { JsonObject, PairOfBodies } from '../../pair-lines/read-pair.ts';
import { planarPatchFields } from './patch-fields.ts';

export interface PlanarLineOptions {
  readonly algorithm?: string;
  readonly manifold?: boolean;
}

/** Throws if the options request fields that 2D pairs do not have. */
export function refuseForPlanar(options: PlanarLineOptions): void {
  if (options.algorithm !== undefined && options.algorithm !== 'gjk-epa') {
    throw new ScreeError(
      'not-planar',
      `--algorithm ${options.algorithm}: planar shapes have gjk-epa only; leave it out`,
    );
  }
  if (options.manifold) {
    throw new ScreeError('not-planar', '--manifold: contacts of planar shapes have none; leave it out');
  }
}

export function planarAnswer({ a, b }: PairOfBodies & { kind: 'planar' }, patch: boolean): JsonObject {
  const answer = planarContact(a.shape, a.pose, b.shape, b.pose);
  requireFinite(answer);
  return { ...planarContactToJson(answer), ...(patch && planarPatchFields(a.shape, a.pose, b.shape, b.pose)) };
}

/** The result as the command line writes it; `reason` only if there is one. */
function planarContactToJson(answer: PlanarContact): JsonObject {
  return {
    distance: answer.distance,
    normal: toPair(answer.normal),
    pointOnA: toPair(answer.pointOnA),
    pointOnB: toPair(answer.pointOnB),
    lower: answer.lower,
    upper: answer.upper,
    type: answer.type,
    status: answer.status,
    reason: answer.reason,
    gjkIterations: answer.gjkIterations,
    epaIterations: answer.epaIterations,
  };
}

function requireFinite(answer: PlanarContact): void {
  const { distance, lower, upper, normal, pointOnA, pointOnB } = answer;
  const areFinite =
    [distance, lower, upper].every(Number.isFinite) && [normal, pointOnA, pointOnB].every(isFiniteVector2);
  if (!areFinite) throw new Error('the planar query gave a number that is not finite');
}
