// SPDX-License-Identifier: MIT
/**
 * A query must not see what the one before left in the kernel's scratch memory: junk there leaves every bit of the
 * answer as it is.
 */
import { describe, expect, it } from 'vitest';
import { randomConvexShape, SHAPE_KINDS, sizeOf } from '../../tests/support/random-convex-shapes.ts';
import {
  FLAT_WORK,
  FOR_STEPS,
  HEAP,
  NEWTON_OFF,
  POW_LOGS,
  SHRINK_A,
  SHRINK_B,
  SIMPLEX,
  STEP_REACH,
} from '../kernel/layout.ts';
import { F } from '../kernel/memory.ts';
import { Random } from '../math/random.ts';
import { add, scale } from '../math/vector.ts';
import { shapeFromJson } from '../shapes/shape-from-json.ts';
import { contact } from './contact.ts';

const seed = Number(process.env.TEST_SEED ?? 99);
const PAIRS = 3000;
/** Cells that are 0 between queries; the tables of powers stay, too. */
const ZERO_BETWEEN = [SHRINK_A, SHRINK_B, STEP_REACH, NEWTON_OFF >> 1, FOR_STEPS >> 1, FLAT_WORK >> 1];

/** Numbers that would show in any answer, and indices that point somewhere. */
function makeJunk(random: Random): Float64Array {
  const junk = new Float64Array(HEAP);
  const integers = new Int32Array(junk.buffer);
  for (let c = 1; c < HEAP; c++) {
    if (ZERO_BETWEEN.includes(c)) continue;
    if (c >= POW_LOGS && c < SIMPLEX) {
      junk[c] = F[c];
      continue;
    }
    if (random.next() < 0.5) junk[c] = random.between(-1, 1);
    else integers.set([random.integer(7), random.integer(7)], 2 * c);
  }
  return junk;
}

const junks = Array.from({ length: 20 }, (_, k) => makeJunk(new Random(seed + k)));

describe(`answers after junk in the scratch memory, seed ${seed}`, () => {
  it.each(SHAPE_KINDS)('are the same bits for a %s and every other shape', (kind) => {
    const random = new Random(seed);
    for (let i = 0; i < PAIRS / SHAPE_KINDS.length; i++) {
      const a = randomConvexShape(kind, random);
      const b = randomConvexShape(SHAPE_KINDS[i % SHAPE_KINDS.length], random);
      const poseA = { position: random.unitVector(), orientation: random.rotation() };
      // Apart, overlapping, deep, and with one centre.
      const reach = [2, 0.5, 0.1, 0][random.integer(4)];
      const offset = scale(random.unitVector(), reach * Math.min(sizeOf(a), sizeOf(b), 1));
      const poseB = { position: add(poseA.position, offset), orientation: random.rotation() };
      const before = contact(a, poseA, b, poseB);
      F.set(junks[i % junks.length]);
      expect(contact(a, poseA, b, poseB), `pair ${i}: ${a.kind} and ${b.kind}`).toEqual(before);
    }
  });

  it('are the same bits where the polytope of EPA is given up at once', () => {
    // n2 near 1 is all but a sharp edge, which touches the rim of the cone.
    const spindle = shapeFromJson({
      superquadric: { semiAxes: [0.7927471371299514, 0.3328105340106813, 0.6748728025761669], n1: 100, n2: 1.01 },
    });
    const cone = shapeFromJson({ cone: { radius: 0.7260945786121675, height: 1.3948079616620404 } });
    const poseA = {
      orientation: [0.17668639704378752, -0.49018227091781874, -0.05637865730840962, -0.8516599705150151],
    } as const;
    const poseB = {
      position: [-0.19802012937237423, 0.5388844363993013, 2.238836256038301],
      orientation: [0.17415139164196036, 0.18055077225577, 0.9518328041314744, -0.17631512812639777],
    } as const;
    const before = contact(spindle, poseA, cone, poseB);
    for (const junk of junks) {
      F.set(junk);
      expect(contact(spindle, poseA, cone, poseB)).toEqual(before);
    }
  });
});
