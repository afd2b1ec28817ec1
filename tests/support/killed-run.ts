// SPDX-License-Identifier: MIT
/** A run that is killed early on, resumed on two threads and killed again, and resumed on one to its end. */
import { screeKilled } from '../../scripts/run-folders.mjs';
import { Random } from '../../src/math/random.ts';

export async function runKilledTwice(
  scene: string,
  folder: string,
  seed: number,
): Promise<{ readonly kills: number; readonly status: number | null }> {
  const random = new Random(seed);
  const delay = (): number => 40 * random.next();
  let outcome = await screeKilled(['run', scene, '--out', folder], 1, delay());
  let kills = 0;
  while (outcome.signal === 'SIGKILL' && kills < 2) {
    kills++;
    const args = ['resume', folder, '--threads', String(1 + (kills % 2))];
    outcome = await screeKilled(args, kills < 2 ? 2 : 1e9, delay());
  }
  return { kills, status: outcome.status };
}
