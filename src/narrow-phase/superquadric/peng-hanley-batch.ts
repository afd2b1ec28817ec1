// SPDX-License-Identifier: MIT
/**
 * Many pairs of polyhedron and superquadric by the six cases of Peng & Hanley 2019, from flat arrays to a flat array,
 * as `contactBatch`.
 */
import { typescriptKernel } from '../../kernel/kernel.ts';
import { PENG_HANLEY_CASE, PENG_HANLEY_HANDED_OVER, PENG_HANLEY_STRIDE, POSE_STRIDE } from '../../kernel/layout.ts';
import { F, I } from '../../kernel/memory.ts';
import { kernelBlock } from '../../shapes/kernel-memory/kernel-block.ts';
import { allocateCells, freeCells } from '../../shapes/kernel-memory/kernel-heap.ts';
import { chosenKernel } from '../contact.ts';
import { BATCH_LAYOUT, type ContactBatch, placeBodies } from '../contact-batch.ts';
import { closeHandedOver, writeCentroid } from './peng-hanley.ts';

/**
 * BATCH_LAYOUT with the number of the case, 0 where a search was cut short, and 1 where the default query gave the
 * answer.
 */
export const PENG_HANLEY_LAYOUT = Object.freeze({
  ...BATCH_LAYOUT,
  case: PENG_HANLEY_CASE,
  handedOver: PENG_HANLEY_HANDED_OVER,
  stride: PENG_HANLEY_STRIDE,
});

type PengHanleyBatch = Pick<ContactBatch, 'shapes' | 'poses' | 'pairs' | 'kernel'> & {
  /** Filled and returned in place of a new array; at least `PENG_HANLEY_LAYOUT.stride` numbers per pair. */
  readonly out?: Float64Array;
  /** Follow the flowchart as printed. */
  readonly asPrinted?: boolean;
};

/** Pairs per crossing, as in contact-batch.ts. */
const CHUNK = 1024;

/**
 * Answers all pairs; see PENG_HANLEY_LAYOUT for the array returned. World coordinates; A and B as given in `pairs`,
 * whose numbers must be those of bodies. Pairs of other bodies have status 2. Throws on poses that are not finite.
 */
export function pengHanleyBatch(batch: PengHanleyBatch): Float64Array {
  const engine = chosenKernel(typescriptKernel, batch.kernel);
  const { shapes, pairs, asPrinted = false } = batch;
  const bodies = shapes.length;
  const count = pairs.length / 2;
  const stride = PENG_HANLEY_STRIDE;
  const out = batch.out ?? new Float64Array(stride * count);
  const chunk = Math.min(CHUNK, count);
  const cells = (1 + POSE_STRIDE + 3) * bodies + chunk + stride * chunk;
  const shapesAt = allocateCells(cells);
  try {
    const posesAt = shapesAt + bodies;
    const centresAt = posesAt + POSE_STRIDE * bodies;
    const pairsAt = centresAt + 3 * bodies;
    const resultsAt = pairsAt + chunk;
    placeBodies(engine, Int32Array.from(shapes, kernelBlock), batch.poses, shapesAt, posesAt);
    shapes.forEach((shape, k) => {
      writeCentroid(centresAt + 3 * k, shape, I[2 * shapesAt + k]);
    });
    for (let first = 0; first < count; first += chunk) {
      const size = Math.min(chunk, count - first);
      I.set(pairs.subarray(2 * first, 2 * (first + size)), 2 * pairsAt);
      engine.pengHanleyPairs(size, 2 * pairsAt, 2 * shapesAt, posesAt, centresAt, asPrinted, resultsAt);
      for (let i = 0; i < size; i++) {
        const a = I[2 * pairsAt + 2 * i];
        const b = I[2 * pairsAt + 2 * i + 1];
        const blockA = I[2 * shapesAt + a];
        const blockB = I[2 * shapesAt + b];
        const poseB = posesAt + POSE_STRIDE * b;
        closeHandedOver(engine, blockA, posesAt + POSE_STRIDE * a, blockB, poseB, resultsAt + stride * i);
      }
      out.set(F.subarray(resultsAt, resultsAt + stride * size), stride * first);
    }
  } finally {
    freeCells(shapesAt, cells);
  }
  return out;
}
