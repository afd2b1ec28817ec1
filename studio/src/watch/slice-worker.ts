// SPDX-License-Identifier: MIT
/** Computes coarse-grained slices of frames off the main thread. */
import { sectionGrid, sectionState, trajectoryKinds } from '../../../src/analysis.ts';
import type { TrajectoryHeader } from '../../../src/io.ts';
import type { SliceAnswer, SliceRequest } from './slice-protocol.ts';

const scope = self as unknown as {
  onmessage: ((event: MessageEvent<SliceRequest>) => void) | null;
  postMessage(answer: SliceAnswer): void;
};

let known: { readonly header: TrajectoryHeader; readonly kinds: ReturnType<typeof trajectoryKinds> } | undefined;

scope.onmessage = ({ data: { ticket, header, frame, section, quantity } }) => {
  try {
    if (header !== undefined) known = { header, kinds: trajectoryKinds(header) };
    if (known === undefined) return;
    const grid = sectionGrid(sectionState(frame, known.header, known.kinds), section, quantity);
    scope.postMessage({ ticket, section, grid });
  } catch (error) {
    scope.postMessage({ ticket, section, problem: error instanceof Error ? error.message : String(error) });
  }
};
