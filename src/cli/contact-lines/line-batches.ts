// SPDX-License-Identifier: MIT
/**
 * Splits a byte stream into lines, one batch for each chunk that arrives. A program that sends single lines gets each
 * answer at once, and memory is bounded by the longest line. Only `\n` ends a line (with an optional `\r` before it):
 * Node's readline also splits at U+2028, which is legal inside a JSON string.
 */

export interface NumberedLine {
  /** Counted from 1. */
  readonly number: number;
  /** Without its line end; undefined if the line is longer than the limit. */
  readonly text: string | undefined;
}

/** Characters. Half of what a JavaScript string can hold; a polyhedron of a million vertices takes about a quarter. */
export const LONGEST_LINE = 1 << 28;

export async function* lineBatches(
  chunks: AsyncIterable<Uint8Array>,
  longestLine: number = LONGEST_LINE,
): AsyncGenerator<NumberedLine[]> {
  const decoder = new TextDecoder();
  let number = 0;
  let pieces: string[] = [];
  let pendingLength = 0;

  const keep = (piece: string): void => {
    pendingLength += piece.length;
    if (pendingLength > longestLine) pieces = [];
    else pieces.push(piece);
  };
  const take = (): NumberedLine => {
    const text = pendingLength > longestLine ? undefined : pieces.join('').replace(/\r$/, '');
    pieces = [];
    pendingLength = 0;
    number += 1;
    return { number, text };
  };

  for await (const chunk of chunks) {
    const decoded = decoder.decode(chunk, { stream: true });
    const batch: NumberedLine[] = [];
    let start = 0;
    for (let end = decoded.indexOf('\n'); end >= 0; end = decoded.indexOf('\n', start)) {
      keep(decoded.slice(start, end));
      batch.push(take());
      start = end + 1;
    }
    if (start < decoded.length) keep(decoded.slice(start));
    if (batch.length > 0) yield batch;
  }
  keep(decoder.decode());
  if (pendingLength > 0) yield [take()];
}
