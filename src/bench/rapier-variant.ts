// SPDX-License-Identifier: MIT
/**
 * Rapier (parry in WebAssembly, float32) on a set of pairs: `contactCollider` with a prediction distance that covers
 * every gap. Colliders are made beforehand and the result object is reused, so only the query is timed.
 */
import type { BenchmarkBody } from './benchmark-bodies.ts';
import type { PairSet } from './pair-set.ts';
import { loadPeer } from './peer-package.ts';
import { ANSWER_STRIDE } from './score.ts';
import type { PreparedVariant } from './scree-variants.ts';

interface Triple {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

interface ShapeContact {
  readonly distance: number;
  readonly normal1: Triple;
}

interface Collider {
  contactCollider(other: Collider, prediction: number, target?: ShapeContact): ShapeContact | null;
}

interface ColliderDesc {
  setTranslation(x: number, y: number, z: number): ColliderDesc;
  setRotation(q: Triple & { readonly w: number }): ColliderDesc;
}

interface Rapier {
  init(): Promise<void>;
  version(): string;
  World: new (gravity: Triple) => { createCollider(description: ColliderDesc): Collider };
  ColliderDesc: {
    cuboid(x: number, y: number, z: number): ColliderDesc;
    convexMesh(vertices: Float32Array, triangles: Uint32Array): ColliderDesc | null;
  };
}

const PREDICTION = 1e6;

export async function rapierVariant(set: PairSet): Promise<PreparedVariant> {
  const rapier = await loadPeer<Rapier>('@dimforge/rapier3d-compat');
  await rapier.init();
  const world = new rapier.World({ x: 0, y: 0, z: 0 });
  const describe = ({ vertices, triangles, halfExtents }: BenchmarkBody): ColliderDesc | null =>
    halfExtents
      ? rapier.ColliderDesc.cuboid(...halfExtents)
      : rapier.ColliderDesc.convexMesh(Float32Array.from(vertices), Uint32Array.from(triangles));
  const colliders = set.bodies.map((body, i) => {
    const [x = 0, y = 0, z = 0, w = 1, qx = 0, qy = 0, qz = 0] = set.poses.slice(7 * i, 7 * i + 7);
    const description = describe(body)?.setTranslation(x, y, z).setRotation({ w, x: qx, y: qy, z: qz });
    return description ? world.createCollider(description) : undefined;
  });
  const answers = new Float64Array((ANSWER_STRIDE * colliders.length) / 2);
  let target: ShapeContact | undefined;
  return {
    engine: `rapier3d-compat ${rapier.version()}`,
    pass: () => {
      for (let i = 0; i < colliders.length; i += 2) {
        const at = (ANSWER_STRIDE * i) / 2;
        const other = colliders[i + 1];
        const found = other && colliders[i]?.contactCollider(other, PREDICTION, target);
        if (!found) {
          answers[at] = Number.NaN;
          continue;
        }
        target = found;
        answers[at] = found.distance;
        answers[at + 1] = found.normal1.x;
        answers[at + 2] = found.normal1.y;
        answers[at + 3] = found.normal1.z;
      }
    },
    answers: () => answers,
  };
}
