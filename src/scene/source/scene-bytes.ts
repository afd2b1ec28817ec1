// SPDX-License-Identifier: MIT
/** Decodes the bytes of a scene file as text, or reports what is wrong with them. */
import type { SceneProblem } from './source-tree.ts';

/**
 * Largest files that are read. The tree that keeps lines and columns takes about 150 bytes a byte of YAML and some
 * seconds a megabyte; JSON is cheaper in both.
 */
export const LARGEST_YAML_BYTES = 2 * 2 ** 20;
export const LARGEST_JSON_BYTES = 64 * 2 ** 20;

export function isJsonName(file: string): boolean {
  return file.toLowerCase().endsWith('.json');
}

/** The problem of a file of this size, if any; checked before reading it. */
export function sizeProblem(byteCount: number, file: string): SceneProblem | undefined {
  const largest = isJsonName(file) ? LARGEST_JSON_BYTES : LARGEST_YAML_BYTES;
  if (byteCount <= largest) return undefined;
  const other = isJsonName(file)
    ? ''
    : `, scenes written by programs may be .json, up to ${mebibytes(LARGEST_JSON_BYTES)}`;
  const message =
    `expected at most ${mebibytes(largest)}, got ${mebibytes(byteCount)}; meshes belong in files of their own, ` +
    `many equal bodies in a lattice or an insertion${other}`;
  return { path: [], message };
}

function mebibytes(byteCount: number): string {
  return `${Math.round((10 * byteCount) / 2 ** 20) / 10} MiB`;
}

/** The text of a file, without a byte order mark; a problem for anything but UTF-8 text. */
export function textOfBytes(bytes: Uint8Array, file: string): { text: string } | { problem: SceneProblem } {
  const tooLarge = sizeProblem(bytes.length, file);
  if (tooLarge !== undefined) return { problem: tooLarge };
  const nul = bytes.indexOf(0);
  if (nul >= 0) {
    const utf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
    const what = utf16 ? 'this is UTF-16; save it as UTF-8' : `byte ${nul} is zero, so this is a binary file`;
    return { problem: { path: [], message: `expected YAML or JSON text in UTF-8, but ${what}` } };
  }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    const message = 'expected YAML or JSON text in UTF-8, but some bytes are not UTF-8; save it as UTF-8';
    return { problem: { path: [], message } };
  }
}
