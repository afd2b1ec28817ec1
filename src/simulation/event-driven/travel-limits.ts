// SPDX-License-Identifier: MIT
/**
 * How far each body may move before it could meet a body of another island. A body has a reference pose and a travel
 * limit. Bodies of different islands are farther apart at their reference poses than the sum of both limits. Bodies
 * within their limits need no check.
 */
import type { ContactPieces } from '../../events/contact-pieces.ts';
import { pairDistance } from '../../events/kept-distances.ts';
import { compose, type Pose, transformPoint } from '../../math/pose.ts';
import { add, cross, distance, length, scale, subtract, type Vector3, ZERO_VECTOR } from '../../math/vector.ts';
import type { BodyMotion } from '../../motion/mechanical-system.ts';

interface BoundedBody {
  readonly pieces: readonly number[];
  /** Ball around all pieces, in the own frame. */
  readonly centre: Vector3;
  readonly radius: number;
  /** What turning moves its points by: nothing for a ball about its centre. */
  readonly arm: number;
}

/** Reference poses, 7 numbers a body, and limits, under their names in saved states. */
export interface TravelLimitsState {
  readonly poses: Float64Array;
  readonly ways: Float64Array;
}

const STRIDE = 7;

export class TravelLimits {
  /** Of each body, m; at most `largestLimit`. */
  readonly limits: Float64Array;
  readonly largestLimit: number;
  readonly #pieces: ContactPieces;
  readonly #motion: BodyMotion;
  readonly #bodies: readonly BoundedBody[];
  readonly #poses: Float64Array;
  /** Centres of the balls at the reference poses. */
  readonly #centres: Vector3[];

  /** `motion` is where the bodies are placed. */
  constructor(pieces: ContactPieces, motion: BodyMotion, count: number, largestLimit: number) {
    this.#pieces = pieces;
    this.#motion = motion;
    this.largestLimit = largestLimit;
    this.#bodies = Array.from({ length: count }, (_, body) => boundedBody(pieces, body));
    this.#poses = new Float64Array(STRIDE * count);
    this.#centres = this.#bodies.map(() => ZERO_VECTOR);
    this.limits = new Float64Array(count);
  }

  get count(): number {
    return this.#bodies.length;
  }

  save(): TravelLimitsState {
    return { poses: this.#poses.slice(), ways: this.limits.slice() };
  }

  restore({ poses, ways }: TravelLimitsState): void {
    this.#poses.set(poses);
    this.limits.set(ways);
    this.#bodies.forEach(({ centre }, body) => {
      this.#centres[body] = transformPoint(this.#referencePose(body), centre);
    });
  }

  /** Makes the present pose of a body its reference pose. */
  setReference(body: number): void {
    const { positions, orientations } = this.#motion;
    this.#poses.set(positions.subarray(3 * body, 3 * body + 3), STRIDE * body);
    this.#poses.set(orientations.subarray(4 * body, 4 * body + 4), STRIDE * body + 3);
    this.#centres[body] = transformPoint(this.#referencePose(body), this.#bodies[body].centre);
  }

  /** Upper bound of the distance of any point of the body from its position at the reference pose. */
  moved(body: number): number {
    const { centre, arm } = this.#bodies[body];
    const now = this.#poseOf(body);
    const travel = distance(transformPoint(now, centre), this.#centres[body]);
    if (arm === 0) return travel;
    const reference = this.#referencePose(body).orientation;
    const q = now.orientation;
    // A rotation by an angle changes the quaternion by 2 sin(angle / 4), or more if its sign has changed, and moves
    // points by 2 sin(angle / 2) of the arm.
    const change = Math.sqrt(
      (q.w - reference.w) ** 2 + (q.x - reference.x) ** 2 + (q.y - reference.y) ** 2 + (q.z - reference.z) ** 2,
    );
    return travel + 2 * arm * change;
  }

  /** No point of the body is faster now, m/s. */
  speed(body: number): number {
    const { centre, arm } = this.#bodies[body];
    const { velocities, angularVelocities } = this.#motion;
    const turning = vectorAt(angularVelocities, 3 * body);
    const { position } = this.#poseOf(body);
    const reach = subtract(transformPoint(this.#poseOf(body), centre), position);
    return length(add(vectorAt(velocities, 3 * body), cross(turning, reach))) + arm * length(turning);
  }

  /** Lower bound of the distance of two bodies at their reference poses, from their balls. */
  gap(a: number, b: number): number {
    return distance(this.#centres[a], this.#centres[b]) - this.#bodies[a].radius - this.#bodies[b].radius;
  }

  /** Distance of two bodies at their reference poses if it is less than `enough`; otherwise a lower bound. */
  distance(a: number, b: number, enough: number): number {
    const { pieces } = this.#pieces;
    const placed = (body: number) =>
      this.#bodies[body].pieces.map((i) => {
        const piece = pieces[i];
        const pose = compose(this.#referencePose(body), piece.local);
        return { piece, pose, centre: transformPoint(pose, piece.centre) };
      });
    const others = placed(b);
    let least = Infinity;
    for (const p of placed(a)) {
      for (const q of others) {
        const bound = distance(p.centre, q.centre) - p.piece.radius - q.piece.radius;
        if (bound >= enough || bound >= least) least = Math.min(least, bound);
        else least = Math.min(least, pairDistance('default', p.piece, p.pose, q.piece, q.pose));
      }
    }
    return least;
  }

  #referencePose(body: number): Pose {
    const at = STRIDE * body;
    const [w, x, y, z] = this.#poses.subarray(at + 3, at + STRIDE);
    return { position: vectorAt(this.#poses, at), orientation: { w, x, y, z } };
  }

  #poseOf(body: number): Pose {
    const { positions, orientations } = this.#motion;
    const [w, x, y, z] = orientations.subarray(4 * body, 4 * body + 4);
    return { position: vectorAt(positions, 3 * body), orientation: { w, x, y, z } };
  }
}

function boundedBody(all: ContactPieces, body: number): BoundedBody {
  const pieces = all.pieces.flatMap((piece, i) => (piece.body === body ? i : []));
  const balls = pieces.map((i) => {
    const { local, centre, radius } = all.pieces[i];
    return { centre: transformPoint(local, centre), radius };
  });
  const sum = balls.reduce((total, ball) => add(total, ball.centre), ZERO_VECTOR);
  const centre = scale(sum, 1 / balls.length);
  const radius = Math.max(...balls.map((ball) => distance(centre, ball.centre) + ball.radius));
  const isBall = pieces.length === 1 && all.pieces[pieces[0]].shape.kind === 'sphere';
  return { pieces, centre, radius, arm: isBall ? 0 : radius };
}

function vectorAt(values: Float64Array, at: number): Vector3 {
  return { x: values[at], y: values[at + 1], z: values[at + 2] };
}
