// SPDX-License-Identifier: MIT
/** Fetches, checks and decodes frames in a worker; arrays are transferred, not copied. */
import { decodeFrame } from '../../../src/io.ts';
import type { FrameAnswer, FrameRequest } from './frame-store.ts';

const scope = self as unknown as {
  onmessage: ((event: MessageEvent<FrameRequest>) => void) | null;
  postMessage(answer: FrameAnswer, transfer: Transferable[]): void;
};

async function bytesAt(place: string | Blob): Promise<ArrayBuffer> {
  if (typeof place !== 'string') return place.arrayBuffer();
  const response = await fetch(place);
  if (!response.ok) throw new Error((await response.text()).trim());
  return response.arrayBuffer();
}

scope.onmessage = async ({ data: { index, place, ticket } }) => {
  try {
    const bytes = new Uint8Array(await bytesAt(place));
    const frame = decodeFrame(bytes, 0);
    if (frame === undefined) throw new Error(`frame ${index} is damaged`);
    const buffers = new Set(
      Object.values(frame).flatMap((value) => (ArrayBuffer.isView(value) ? [value.buffer as ArrayBuffer] : [])),
    );
    scope.postMessage({ index, ticket, frame, size: bytes.length }, [...buffers]);
  } catch (error) {
    scope.postMessage({ index, ticket, problem: error instanceof Error ? error.message : String(error) }, []);
  }
};
