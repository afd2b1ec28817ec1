// SPDX-License-Identifier: MIT
/** A line of `scree contact` with planar shapes: the same fields as in space, vectors with two components. */
import { ScreeError, UnsupportedPairError } from '../errors.ts';
import type { PlanarPose } from '../math/planar-pose.ts';
import { isFiniteVector2, toPair } from '../math/planar-vector.ts';
import { type PlanarContact, planarContact } from '../narrow-phase/planar/planar-contact.ts';
import { readParameters } from '../shapes/parameters.ts';
import { readPlanarPose } from '../shapes/planar/planar-parameters.ts';
import type { PlanarShape } from '../shapes/planar/planar-shape.ts';
import { innermostKind, isPlanarShapeJson, planarShapeFromJson } from '../shapes/planar/planar-shape-from-json.ts';
import { SHAPE_KINDS } from '../shapes/shape.ts';
import { planarPatchFields } from './patch-fields.ts';

type JsonObject = Readonly<Record<string, unknown>>;

export interface PlanarLineOptions {
  readonly algorithm?: string;
  readonly manifold?: boolean;
  readonly patch: boolean;
}

interface PlanarBody {
  readonly shape: PlanarShape;
  readonly pose: PlanarPose;
}

/** The answer to a pair of planar shapes, or undefined when neither is planar. Throws when only one is. */
export function planarLineAnswer(a: unknown, b: unknown, options: PlanarLineOptions): JsonObject | undefined {
  const isPlanarA = isPlanarShapeJson(shapeOf(a));
  const isPlanarB = isPlanarShapeJson(shapeOf(b));
  if (!isPlanarA && !isPlanarB) return undefined;
  // What is no shape at all, or lacks one, is refused below by the reader of bodies, who knows what is wrong with it.
  if (isPlanarA !== isPlanarB && isShapeInSpace(shapeOf(isPlanarA ? b : a))) {
    const [planar, other] = isPlanarA ? ['a', 'b'] : ['b', 'a'];
    throw new UnsupportedPairError(
      'mixed-dimensions',
      `${planar}.shape.${kindOf(isPlanarA ? a : b)} is planar and ${other}.shape.${kindOf(isPlanarA ? b : a)} is not; ` +
        'use two planar shapes (polygon, disc, ellipse, or these rounded) or none',
    );
  }
  if (options.algorithm !== undefined && options.algorithm !== 'gjk-epa') {
    throw new ScreeError(
      'not-planar',
      `--algorithm ${options.algorithm}: planar shapes have gjk-epa only; leave it out`,
    );
  }
  if (options.manifold) {
    throw new ScreeError('not-planar', '--manifold: contacts of planar shapes have none; leave it out');
  }
  const bodyA = readBody(a, 'a');
  const bodyB = readBody(b, 'b');
  const answer = planarContact(bodyA.shape, bodyA.pose, bodyB.shape, bodyB.pose);
  requireFinite(answer);
  const added = options.patch ? planarPatchFields(bodyA.shape, bodyA.pose, bodyB.shape, bodyB.pose) : {};
  return { ...planarContactToJson(answer), ...added };
}

/** The answer as the command line writes it; `reason` only where there is one. */
export function planarContactToJson(answer: PlanarContact): JsonObject {
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

function readBody(value: unknown, path: string): PlanarBody {
  const body = readParameters(value, path, ['shape'], ['pose']);
  return { shape: planarShapeFromJson(body.shape, `${path}.shape`), pose: readPlanarPose(body.pose, `${path}.pose`) };
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function shapeOf(body: unknown): unknown {
  return isObject(body) ? body.shape : undefined;
}

function isShapeInSpace(shape: unknown): boolean {
  const kind = innermostKind(shape);
  return SHAPE_KINDS.some((known) => known === kind);
}

function kindOf(body: unknown): string | undefined {
  const shape = shapeOf(body);
  return isObject(shape) ? Object.keys(shape)[0] : undefined;
}
