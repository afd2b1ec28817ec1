// SPDX-License-Identifier: MIT
/** The torture tool in short: the same pairs and the same judge as `npm run torture`, for a few seconds. */
import { describe, expect, it } from 'vitest';
import { isSoft, TortureSession } from '../torture/session.ts';
import { Summary } from '../torture/summary.ts';

const seed = Number(process.env.TEST_SEED ?? 20_261_115);
const BLOCKS = 12;
describe(`the contact query under torture, seed ${seed}`, () => {
  it('keeps every bound and every promise on pairs made to break it', () => {
    const session = new TortureSession({ seed });
    const summary = new Summary();
    for (let block = 0; block < BLOCKS; block++) summary.add(session.runBlock(block));
    const broken = summary.failures.filter((failure) => !isSoft(failure));
    expect(
      broken.map(({ number, kind, findings, line }) => ({ number, kind, findings, line })),
      `replay with: npm run torture -- --seed ${seed} --only NUMBER`,
    ).toEqual([]);
    expect(summary.violations()).toEqual([]);
  });
});
