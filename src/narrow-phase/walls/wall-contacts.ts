// SPDX-License-Identifier: MIT
/** Contacts of a body with a wall that is a shape: the same queries as in the steps of a simulation. */

import { UnsupportedPairError } from '../../errors.ts';
import { typescriptKernel } from '../../kernel/kernel.ts';
import { F } from '../../kernel/memory.ts';
import { sphereOnWall } from '../../kernel/walls/sphere-on-wall.ts';
import * as at from '../../kernel/walls/wall-layout.ts';
import {
  compose,
  inverseTransformPoint,
  type Pose,
  type PoseLike,
  poseArgument,
  transformPoint,
} from '../../math/pose.ts';
import { conjugate, multiply, normaliseQuaternion, rotate } from '../../math/quaternion.ts';
import type { Vector3 } from '../../math/vector.ts';
import { kernelBlock } from '../../shapes/kernel-memory/kernel-block.ts';
import { OwnedCells } from '../../shapes/kernel-memory/owned-cells.ts';
import type { HalfSpace } from '../../shapes/kinds/half-space.ts';
import { type ConvexShape, requireShape, type Shape } from '../../shapes/shape.ts';
import { wallArgument } from '../../shapes/walls/wall-argument.ts';
import { WallBlock } from '../../shapes/walls/wall-block.ts';
import type { WallShapeSpec } from '../../shapes/walls/wall-shape.ts';
import { chosenKernel } from '../contact.ts';
import { KERNEL_NAMES, type KernelName, writePose } from '../kernel-query.ts';
import { lengthArgument, nameArgument, optionsArgument } from '../query-options.ts';
import { WallQuery } from './wall-query.ts';

/** One point where a body touches a wall that is a shape. */
export interface WallContact {
  /** On the wall, in the world. */
  readonly point: Vector3;
  /** Unit, from the wall to the body. */
  readonly normal: Vector3;
  /** m; negative where they overlap. */
  readonly distance: number;
  /** Factors on springs and dashpots, where a contact has several points. */
  readonly share: number;
  readonly dashpot: number;
}

/** What a query of wall contacts may be told besides wall and body. */
export interface WallContactOptions {
  /** Largest gap of a contact, m; default 0. */
  readonly maxDistance?: number;
  readonly kernel?: KernelName;
}

let query: WallQuery | undefined;
const queryCells = new OwnedCells();
const blocks = new WeakMap<WallShapeSpec, WallBlock>();

const OPTIONS = ['maxDistance', 'kernel'] as const;

/**
 * Every contact of a body with the wall, the deepest first; none where they are apart. World coordinates.
 *
 * @throws UnsupportedPairError for half-spaces as bodies, InvalidShapeError for walls that cannot be; InvalidPoseError
 * or InvalidOptionError for arguments that are none of these.
 *
 * @example
 * ```ts
 * import { sphere, wallContacts } from 'scree/contact';
 *
 * const ball = sphere({ radius: 0.1 });
 * const found = wallContacts({ cylinder: { radius: 1, length: 4 }, side: 'inside' }, {}, ball, {
 *   position: [0.95, 0, 0],
 * });
 * console.log(found.length); // 1
 * ```
 */
export function wallContacts(
  wall: WallShapeSpec,
  poseOfWall: PoseLike,
  body: Shape,
  poseOfBody: PoseLike,
  options?: WallContactOptions,
): WallContact[] {
  wallArgument(wall, 'wall');
  const placedWall = poseArgument(poseOfWall, 'poseOfWall');
  requireShape(body, 'body');
  const placedBody = poseArgument(poseOfBody, 'poseOfBody');
  const { maxDistance, kernel } = optionsArgument(options, OPTIONS);
  const chosen = nameArgument(kernel, 'options.kernel', KERNEL_NAMES, 'unknown-kernel');
  if (body.kind === 'halfSpace') {
    throw new UnsupportedPairError(
      'wall-half-space',
      'wallContacts: body: a halfSpace against a wall is not supported; use a bounded body, such as a large box',
    );
  }
  const reach = lengthArgument(maxDistance, 'options.maxDistance', 0);
  return checkedWallContacts(wall, placedWall, body, placedBody, reach, chosen);
}

/** The same for checked arguments. */
export function checkedWallContacts(
  wall: WallShapeSpec,
  placedWall: Pose,
  body: Exclude<Shape, HalfSpace>,
  placedBody: Pose,
  maxDistance = 0,
  kernel?: KernelName,
): WallContact[] {
  const found =
    body.kind === 'compound'
      ? body.pieces.flatMap((piece) =>
          contactsOfPiece(wall, placedWall, piece.shape, compose(placedBody, piece.pose), maxDistance, kernel),
        )
      : contactsOfPiece(wall, placedWall, body, placedBody, maxDistance, kernel);
  return found.sort((a, b) => a.distance - b.distance);
}

function contactsOfPiece(
  wall: WallShapeSpec,
  placed: Pose,
  body: ConvexShape,
  placedBody: Pose,
  maxDistance: number,
  kernel: KernelName | undefined,
): WallContact[] {
  const engine = chosenKernel(typescriptKernel, kernel);
  query ??= new WallQuery(queryCells);
  const { contacts } = query;
  let block = blocks.get(wall);
  if (block === undefined) {
    block = new WallBlock(wall);
    blocks.set(wall, block);
  }
  const address = block.refresh();
  const inWall = poseWithin(placed, placedBody);
  let count = 0;
  if (body.kind === 'sphere') {
    const { x, y, z } = inWall.position;
    count = sphereOnWall(address, x, y, z, body.radius, maxDistance, contacts);
  } else {
    writePose(query.pose, inWall);
    count = query.ask(engine, address, kernelBlock(body), maxDistance);
  }
  return Array.from({ length: count }, (_, k) => readContact(contacts + at.AT_STRIDE * k, placed));
}

/** The pose of a body in the frame of another pose. */
function poseWithin(frame: Pose, { position, orientation }: Pose): Pose {
  return {
    position: inverseTransformPoint(frame, position),
    orientation: normaliseQuaternion(multiply(conjugate(frame.orientation), orientation)),
  };
}

function readContact(from: number, placed: Pose): WallContact {
  const vector = (offset: number): Vector3 => ({
    x: F[from + offset],
    y: F[from + offset + 1],
    z: F[from + offset + 2],
  });
  const { x, y, z } = rotate(placed.orientation, vector(at.AT_NORMAL));
  return {
    point: transformPoint(placed, vector(at.AT_POINT)),
    normal: { x: -x, y: -y, z: -z },
    distance: -F[from + at.AT_OVERLAP],
    share: F[from + at.AT_SHARE],
    dashpot: F[from + at.AT_DASHPOT],
  };
}
