// SPDX-License-Identifier: MIT
/** Scree's methods for a set of pairs, each as one variant of the benchmark. */
import { NEWTON_OFF } from '../kernel/layout.ts';
import { I } from '../kernel/memory.ts';
import type { Pose } from '../math/pose.ts';
import { type ContactOptions, contact } from '../narrow-phase/contact.ts';
import { BATCH_LAYOUT, type ContactBatch, contactBatch } from '../narrow-phase/contact-batch.ts';
import { ContactCache } from '../narrow-phase/contact-cache.ts';
import type { KernelName } from '../narrow-phase/kernel-query.ts';
import { ContactResult } from '../narrow-phase/reusable-contact.ts';
import type { Shape } from '../shapes/shape.ts';
import { createShape } from './benchmark-bodies.ts';
import { movingPath } from './moving-path.ts';
import { firstPairs, type PairSet } from './pair-set.ts';
import { ANSWER_STRIDE, type Answers } from './score.ts';

/** A set of pairs made ready for one engine. */
export interface PreparedVariant {
  /** Engine and version if it is not Scree. */
  readonly engine?: string;
  /** Answers all pairs once: the work that is timed. */
  pass(): void;
  /** Of the last pass. */
  answers(): Answers;
  /** The pairs that are queried, if not the whole given set; their poses are those of the last pass. */
  moved?(): PairSet;
}

function answersOfBatch(out: Float64Array): Answers {
  const count = out.length / BATCH_LAYOUT.stride;
  const answers = new Float64Array(ANSWER_STRIDE * count);
  for (let i = 0; i < count; i++) {
    const from = BATCH_LAYOUT.stride * i;
    answers[ANSWER_STRIDE * i] = out[from + BATCH_LAYOUT.distance] ?? Number.NaN;
    for (let k = 0; k < 3; k++) answers[ANSWER_STRIDE * i + 1 + k] = out[from + BATCH_LAYOUT.normal + k];
  }
  return answers;
}

function batchOf(set: PairSet): ContactBatch & { out: Float64Array } {
  return {
    shapes: set.bodies.map(createShape),
    poses: Float64Array.from(set.poses),
    pairs: Int32Array.from(set.bodies, (_, i) => i),
    out: new Float64Array((BATCH_LAYOUT.stride * set.bodies.length) / 2),
  };
}

function batchVariant(set: PairSet, kernel: KernelName): PreparedVariant {
  const batch = { ...batchOf(set), kernel };
  return { pass: () => contactBatch(batch), answers: () => answersOfBatch(batch.out) };
}

/**
 * Moving pairs are few, so that their shapes stay in the CPU cache: a simulation has many bodies of few shapes. With
 * one shape for each body of 2,000 pairs, warm and cold queries both wait for memory.
 */
const MOVING_PAIRS = 100;

/** All pairs move between passes; with warm starts or without. */
function movingVariant(all: PairSet, isWarm: boolean): PreparedVariant {
  const set = firstPairs(all, MOVING_PAIRS);
  const batch = { ...batchOf(set), kernel: 'webassembly' as const };
  const path = movingPath(set);
  const there = path.map((poses) => ({ ...batch, poses }));
  const thereAndBack = [...there, ...there.slice(1, -1).reverse()];
  const cache = new ContactCache(set.bodies.length / 2);
  const batches = isWarm ? thereAndBack.map((each) => ({ ...each, cache })) : thereAndBack;
  let next = 0;
  let last = batches[0];
  return {
    pass: () => {
      last = batches[next];
      next = (next + 1) % batches.length;
      contactBatch(last);
    },
    answers: () => answersOfBatch(batch.out),
    moved: () => ({ ...set, poses: Array.from(last.poses) }),
  };
}

/**
 * The same without warm start, by GJK and EPA alone, without Newton's method for smooth bodies: the reference for warm
 * starts.
 */
function withoutNewton(all: PairSet): PreparedVariant {
  const variant = movingVariant(all, false);
  return {
    ...variant,
    pass: () => {
      I[NEWTON_OFF] = 1;
      variant.pass();
      I[NEWTON_OFF] = 0;
    },
  };
}

/** One call of `contact` a pair, and a new object unless the options have one to fill. */
export function objectVariant(set: PairSet, options?: ContactOptions): PreparedVariant {
  const shapes = set.bodies.map(createShape);
  const poses = shapes.map((_, i): Pose => {
    const [x = 0, y = 0, z = 0, w = 1, qx = 0, qy = 0, qz = 0] = set.poses.slice(7 * i, 7 * i + 7);
    return { position: { x, y, z }, orientation: { w, x: qx, y: qy, z: qz } };
  });
  const answers = new Float64Array((ANSWER_STRIDE * shapes.length) / 2);
  return {
    pass: () => {
      for (let i = 0; i < shapes.length; i += 2) {
        const [a, b] = [shapes[i] as Shape, shapes[i + 1] as Shape];
        const found = contact(a, poses[i], b, poses[i + 1], options);
        const at = (ANSWER_STRIDE * i) / 2;
        answers[at] = found.distance;
        answers[at + 1] = found.normal.x;
        answers[at + 2] = found.normal.y;
        answers[at + 3] = found.normal.z;
      }
    },
    answers: () => answers,
  };
}

export const SCREE_VARIANTS: Readonly<Record<string, (set: PairSet) => PreparedVariant>> = {
  wasm: (set) => batchVariant(set, 'webassembly'),
  'contact()': (set) => objectVariant(set),
  'contact(), out': (set) => objectVariant(set, { out: new ContactResult() }),
  typescript: (set) => batchVariant(set, 'typescript'),
  'moving, gjk-epa': (set) => withoutNewton(set),
  'moving, cold': (set) => movingVariant(set, false),
  'moving, warm': (set) => movingVariant(set, true),
};
