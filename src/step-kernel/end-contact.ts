// SPDX-License-Identifier: MIT
/** The end of a contact: what its springs still held is lost to friction, what adhesion took is lost to damping. */
import { jkrBreakingRoot, jkrRoot, jkrWork } from './laws/jkr.ts';
import {
  BLOCK_DAMPING_LOSS,
  BLOCK_FRICTION_LOSS,
  FRICTION,
  HISTORY_LAST,
  INCREMENTAL,
  JKR,
  LAW_JKR_GAP,
  LAW_JKR_PULL,
  LAW_JKR_START,
  LAW_NORMAL,
  LAW_TANGENTIAL,
} from './layout.ts';
import { F } from './memory.ts';

/** Accounts for what the springs of a contact still held when it ended. */
export function endContact(law: i32, constants: i32, effectiveRadius: f64, history: i32, sums: i32): void {
  if ((law & FRICTION) !== 0) {
    const held: f64 = F[constants + LAW_TANGENTIAL] * F[history + HISTORY_LAST];
    const squared: f64 = F[history] * F[history] + F[history + 1] * F[history + 1] + F[history + 2] * F[history + 2];
    const stored: f64 = (law & INCREMENTAL) !== 0 ? (0.5 * squared) / held : 0.5 * held * squared;
    F[sums + BLOCK_FRICTION_LOSS] = F[sums + BLOCK_FRICTION_LOSS] + stored;
  }
  if ((law & JKR) !== 0) {
    const gap: f64 = F[constants + LAW_JKR_GAP];
    const pull: f64 = F[constants + LAW_JKR_PULL];
    const start: f64 = F[constants + LAW_JKR_START];
    const normal: f64 = F[constants + LAW_NORMAL];
    const atBreak: f64 = jkrWork(normal, effectiveRadius, gap, pull, jkrBreakingRoot(effectiveRadius, gap, start));
    const atZero: f64 = jkrWork(normal, effectiveRadius, gap, pull, jkrRoot(effectiveRadius, 0.0, gap, start));
    F[sums + BLOCK_DAMPING_LOSS] = F[sums + BLOCK_DAMPING_LOSS] + (atBreak - atZero);
  }
}
