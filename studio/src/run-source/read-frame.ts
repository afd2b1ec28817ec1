// SPDX-License-Identifier: MIT
/** One frame of a run, for what goes through frames in order; the picture has its own store of frames. */
import { decodeFrame, type Frame } from '../../../src/io.ts';
import type { RunSource } from './run-source.ts';

/** Rejects when the frame is damaged or cannot be fetched. */
export async function readFrame(source: RunSource, index: number): Promise<Frame> {
  const place = source.frame(index);
  const bytes = typeof place === 'string' ? await fetched(place) : await place.arrayBuffer();
  const frame = decodeFrame(new Uint8Array(bytes), 0);
  if (frame === undefined) throw new Error(`frame ${index + 1} is damaged`);
  return frame;
}

async function fetched(address: string): Promise<ArrayBuffer> {
  const response = await fetch(address);
  if (!response.ok) throw new Error((await response.text()).trim());
  return response.arrayBuffer();
}
