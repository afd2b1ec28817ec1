// SPDX-License-Identifier: MIT
/** Finds the frames of a trajectory and the history of a body in a file of the page; only workers can read at once. */
import { type BodyHistory, type ByteSource, bodyHistory, Trajectory } from '../../../src/io.ts';
import type { FilesAnswer, FilesOrder, FilesQuestion, IndexedTrajectory } from './run-files-protocol.ts';

const scope = self as unknown as {
  onmessage: ((event: MessageEvent<FilesOrder>) => void) | null;
  postMessage(answer: FilesAnswer): void;
};

/** Not in the types of a page. */
declare const FileReaderSync: { new (): { readAsArrayBuffer(blob: Blob): ArrayBuffer } };

/** Bytes read at a time: the headers of small frames lie close to each other. */
const CHUNK = 1 << 18;

function blobSource(blob: Blob): ByteSource {
  const reader = new FileReaderSync();
  const read = (from: number, to: number): Uint8Array =>
    new Uint8Array(reader.readAsArrayBuffer(blob.slice(from, Math.min(to, blob.size))));
  let kept = { from: 0, bytes: new Uint8Array(0) };
  return {
    size: blob.size,
    read(at, length) {
      if (length > CHUNK) return read(at, at + length);
      const isKept = at >= kept.from && at + length <= kept.from + kept.bytes.length;
      if (!isKept) kept = { from: at, bytes: read(at, at + CHUNK) as Uint8Array<ArrayBuffer> };
      return kept.bytes.subarray(at - kept.from, at - kept.from + length);
    },
  };
}

let opened: { readonly source: ByteSource; readonly trajectory: Trajectory } | undefined;

function answer(question: FilesQuestion): IndexedTrajectory | BodyHistory {
  if (question.kind === 'index') {
    const source = blobSource(question.trajectory);
    const trajectory = new Trajectory(source, 'trajectory.scree');
    opened = { source, trajectory };
    const { header, frames, problem } = trajectory;
    return { header, frames, problem };
  }
  if (opened === undefined) throw new Error('the trajectory was not opened');
  return bodyHistory(opened.source, opened.trajectory.frames, question.id);
}

scope.onmessage = ({ data }) => {
  const { ticket } = data;
  try {
    scope.postMessage({ ticket, value: answer(data) });
  } catch (error) {
    scope.postMessage({ ticket, problem: error instanceof Error ? error.message : String(error) });
  }
};
