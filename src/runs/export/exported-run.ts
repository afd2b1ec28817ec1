// SPDX-License-Identifier: MIT
/** The frames of a run that are to be exported: its trajectory, whether the run has ended or not, and which of its frames. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Frame } from '../../io/trajectory/frame.ts';
import { TrajectoryFile } from '../../io/trajectory/trajectory-file.ts';
import type { RunManifest } from '../manifest.ts';
import { TRAJECTORY_NAME } from '../outputs/trajectory-output.ts';
import { readManifest } from '../read-manifest.ts';
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

function selectedFrames(count: number, { from, to, every }: FrameSelection): number[] {
  const absolute = (index: number): number => (index < 0 ? index + count : index);
  const first = Math.max(0, absolute(from));
  const end = Math.min(count, to === undefined ? count : absolute(to));
  return Array.from({ length: Math.max(0, Math.ceil((end - first) / every)) }, (_, i) => first + i * every);
}

export class ExportedRun {
  readonly manifest: RunManifest;
  readonly trajectory: TrajectoryFile;
  /** Numbers of the chosen frames in the trajectory. */
  readonly indices: readonly number[];

  /** Throws a RunError when the folder holds no run, the run no trajectory, or the trajectory none of the frames. */
  constructor(folder: string, selection: FrameSelection) {
    this.manifest = readManifest(folder);
    const path = join(folder, TRAJECTORY_NAME);
    if (!existsSync(path)) {
      const message = `${folder}: the run has no ${TRAJECTORY_NAME}; ask for it in the scene, outputs: { trajectory: { every: 1 ms } }, and run it again`;
      throw new RunError('no-trajectory', message, { folder });
    }
    this.trajectory = new TrajectoryFile(path);
    const count = this.trajectory.frames.length;
    this.indices = selectedFrames(count, selection);
    if (this.indices.length > 0) return;
    this.trajectory.close();
    const has = count === 0 ? 'no frame yet' : `${count} ${count === 1 ? 'frame' : 'frames'}, 0 to ${count - 1}`;
    throw new RunError('no-frames', `${path}: none of these frames; the trajectory has ${has}`, { count });
  }

  /** The chosen frames, one after another. Throws a RunError at one that is damaged. */
  *frames(): Generator<{ readonly frame: Frame; readonly number: number }> {
    for (const [number, index] of this.indices.entries()) {
      const frame = this.trajectory.frame(index);
      if (frame === undefined) {
        const message = `${this.trajectory.path}: frame ${index} is damaged, its checksum does not match; --frames leaves it out`;
        throw new RunError('damaged-frame', message, { index });
      }
      yield { frame, number };
    }
  }

  /** Most bodies in one of the chosen frames. */
  get mostBodies(): number {
    return this.indices.reduce((most, index) => Math.max(most, this.trajectory.frames[index]?.bodies ?? 0), 0);
  }
}

/** Positions in the world, from those about the frame's origin. */
export function worldPositions(points: Float32Array, { origin }: Frame): Float64Array {
  return Float64Array.from(points, (value, i) => value + (origin[i % 3] as number));
}
