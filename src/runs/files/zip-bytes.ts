// SPDX-License-Identifier: MIT
/**
 * Packs files into an uncompressed ZIP archive (PKWARE application note 6.3.9, sections 4.3 and 4.4), so that a page
 * can offer a folder. All dates are the first date of the format, so the same files give the same bytes.
 */

import { crc32 } from '../../math/crc32.ts';
import { RunError } from '../run-error.ts';

const LOCAL_SIZE = 30;
const CENTRAL_SIZE = 46;
const END_SIZE = 22;
const VERSION = 20;
/** Names are UTF-8. */
const UTF8_FLAG = 0x800;
/** The first of January 1980. */
const FIRST_DATE = 0x21;
/** Lengths and offsets of the plain format are 32-bit numbers. */
const MOST_BYTES = 2 ** 32 - 1;
const MOST_FILES = 2 ** 16 - 1;

interface ZippedFile {
  /** With forward slashes. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The fields that the header of a file and its entry in the directory share. */
function writeFacts(view: DataView, at: number, nameLength: number, bytes: Uint8Array): void {
  view.setUint16(at, VERSION, true);
  view.setUint16(at + 2, UTF8_FLAG, true);
  view.setUint16(at + 8, FIRST_DATE, true);
  view.setUint32(at + 10, crc32(bytes), true);
  view.setUint32(at + 14, bytes.length, true);
  view.setUint32(at + 18, bytes.length, true);
  view.setUint16(at + 22, nameLength, true);
}

/**
 * The files as an archive in the ZIP format, not compressed.
 *
 * @throws RunError when the files are too many or too large for the format.
 *
 * @example
 * ```ts
 * import { zipBytes } from 'scree/live';
 *
 * const archive = zipBytes([{ name: 'ball/log.txt', bytes: new TextEncoder().encode('started') }]);
 * console.log(archive.length); // 129
 * ```
 */
export function zipBytes(files: readonly ZippedFile[]): Uint8Array {
  const named = files.map(({ name, bytes }) => ({ name: new TextEncoder().encode(name), bytes }));
  const sizes = named.map(({ name, bytes }) => LOCAL_SIZE + CENTRAL_SIZE + 2 * name.length + bytes.length);
  const size = sizes.reduce((sum, each) => sum + each, END_SIZE);
  if (size > MOST_BYTES || files.length > MOST_FILES) {
    const message =
      `archive: ${files.length} files of ${size} bytes are too many or too large for one; take the files one by ` +
      'one';
    throw new RunError('too-large', message, { size, files: files.length });
  }
  const archive = new Uint8Array(size);
  const view = new DataView(archive.buffer);
  let at = 0;
  const offsets = named.map(({ name, bytes }) => {
    const offset = at;
    view.setUint32(at, 0x04034b50, true);
    writeFacts(view, at + 4, name.length, bytes);
    archive.set(name, at + LOCAL_SIZE);
    archive.set(bytes, at + LOCAL_SIZE + name.length);
    at += LOCAL_SIZE + name.length + bytes.length;
    return offset;
  });
  const directory = at;
  named.forEach(({ name, bytes }, k) => {
    view.setUint32(at, 0x02014b50, true);
    view.setUint16(at + 4, VERSION, true);
    writeFacts(view, at + 6, name.length, bytes);
    view.setUint32(at + 42, offsets[k], true);
    archive.set(name, at + CENTRAL_SIZE);
    at += CENTRAL_SIZE + name.length;
  });
  view.setUint32(at, 0x06054b50, true);
  view.setUint16(at + 8, files.length, true);
  view.setUint16(at + 10, files.length, true);
  view.setUint32(at + 12, at - directory, true);
  view.setUint32(at + 16, directory, true);
  return archive;
}
