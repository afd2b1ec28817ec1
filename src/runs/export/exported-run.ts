// SPDX-License-Identifier: MIT
/** The frames of a run to export: opens its trajectory, whether the run has ended or not, and selects the frames. */
import type { Frame } from '../../io/trajectory/frame.ts';
import type { Trajectory } from '../../io/trajectory/trajectory.ts';
import type { RunManifest } from '../folder/manifest.ts';
import { readManifest } from '../folder/read-manifest.ts';
import { openRunTrajectory } from '../folder/run-trajectory.ts';
import { RunError } from '../run-error.ts';

/** Frames from `from` to before `to`, each `every`-th; negative numbers count from the end. */
export interface FrameSelection {
  readonly from: number;
  readonly to: number | undefined;
  readonly every: number;
}

export const ALL_FRAMES: FrameSelection = { from: 0, to: undefined, every: 1 };

/** `7`, `last`, `10:20`, `-5:`; undefined for anything else. */
export function parseFrames(text: string): Pick<FrameSelection, 'from' | 'to'> | undefined {
  const trimmed = text.trim();
  if (trimmed === 'last') return { from: -1, to: undefined };
  const [, from, colon, to] = /^(-?\d+)?(:)?(-?\d+)?$/.exec(trimmed) ?? [];
  if (colon !== undefined) return { from: Number(from ?? 0), to: to === undefined ? undefined : Number(to) };
  if (from === undefined || to !== undefined) return undefined;
  return { from: Number(from), to: Number(from) === -1 ? undefined : Number(from) + 1 };
}

/** Indices of the chosen frames in the trajectory. Lost frames count, so a number always means the same frame. */
function selectedFrames({ frames, frameCount: count }: Trajectory, { from, to, every }: FrameSelection): number[] {
  const absolute = (index: number): number => (index < 0 ? index + count : index);
  const first = Math.max(0, absolute(from));
  const end = Math.min(count, to === undefined ? count : absolute(to));
  const isChosen = (number: number): boolean => number >= first && number < end && (number - first) % every === 0;
  return frames.flatMap(({ number }, index) => (isChosen(number) ? [index] : []));
}

export class ExportedRun {
  readonly manifest: RunManifest;
  readonly trajectory: Trajectory;
  /** Indices of the chosen frames in the trajectory. */
  readonly frameIndices: readonly number[];
  #readCount = 0;

  /** Throws a RunError when the folder holds no run, the run no trajectory, or the trajectory none of the frames. */
  constructor(folder: string, selection: FrameSelection) {
    this.manifest = readManifest(folder);
    this.trajectory = openRunTrajectory(folder, this.manifest);
    const { path, frameCount: count, problem } = this.trajectory;
    this.frameIndices = selectedFrames(this.trajectory, selection);
    if (this.frameIndices.length > 0) return;
    this.trajectory.close();
    const has = count === 0 ? 'no frame yet' : `${count} ${count === 1 ? 'frame' : 'frames'}, 0 to ${count - 1}`;
    const lost = problem === undefined ? '' : `\n${problem}`;
    throw new RunError('no-frames', `${path}: none of these frames; the trajectory has ${has}${lost}`, { count });
  }

  /** The chosen frames in order, `number` from 0. Skips damaged frames; `trajectory.problem` names them. */
  *frames(): Generator<{ readonly frame: Frame; readonly number: number }> {
    let number = 0;
    for (const index of this.frameIndices) {
      const frame = this.trajectory.frame(index);
      if (frame !== undefined) yield { frame, number: number++ };
    }
    this.#readCount = number;
  }

  /** Number of frames that could be read the last time. */
  get readCount(): number {
    return this.#readCount;
  }

  /** Most bodies in one of the chosen frames. */
  get mostBodies(): number {
    return this.frameIndices.reduce((most, index) => Math.max(most, this.trajectory.frames[index]?.bodies ?? 0), 0);
  }
}
