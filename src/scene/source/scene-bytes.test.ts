// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { readSource } from './read-source.ts';
import { LARGEST_JSON_BYTES, LARGEST_YAML_BYTES, sizeProblem, textOfBytes } from './scene-bytes.ts';

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);

describe('the bytes of a scene', () => {
  it('are UTF-8, with or without a byte order mark', () => {
    expect(textOfBytes(new TextEncoder().encode('title: Größe'), 'a.yaml')).toEqual({ text: 'title: Größe' });
    expect(textOfBytes(bytes(0xef, 0xbb, 0xbf, 0x61), 'a.yaml')).toEqual({ text: 'a' });
  });

  it.each([
    ['a binary file', bytes(0x7f, 0x45, 0x4c, 0x46, 0, 1), 'byte 4 is zero, so this is a binary file'],
    ['UTF-16', bytes(0xff, 0xfe, 0x61, 0), 'this is UTF-16; save it as UTF-8'],
    ['Latin-1', bytes(0x47, 0x72, 0xf6, 0xdf), 'some bytes are not UTF-8; save it as UTF-8'],
  ])('are refused when they are %s', (_, given, message) => {
    expect(textOfBytes(given, 'a.yaml')).toMatchObject({ problem: { message: expect.stringContaining(message) } });
  });

  it('are refused when they are too many, with what to do', () => {
    expect(sizeProblem(LARGEST_YAML_BYTES, 'a.yaml')).toBeUndefined();
    expect(sizeProblem(LARGEST_JSON_BYTES, 'a.json')).toBeUndefined();
    expect(sizeProblem(1e8, 'a.yaml')?.message).toBe(
      'expected at most 2 MiB, got 95.4 MiB; meshes belong in files of their own, many equal bodies in a ' +
        'lattice or an insertion, scenes written by programs may be .json, up to 64 MiB',
    );
    expect(sizeProblem(1e8, 'a.json')?.message).toMatch(/^expected at most 64 MiB, got 95.4 MiB; .* an insertion$/);
  });
});

describe('the text of a scene', () => {
  it.each(['', '\n\n', '# only a comment\n', '---\n', 'null'])('is refused when it says nothing: %j', (text) => {
    expect(readSource(text, 'a.yaml')).toMatchObject({
      problems: [{ message: expect.stringContaining('the file is empty') }],
    });
  });

  it('is JSON when the file says so, and YAML otherwise', () => {
    expect(readSource('a: 1', 'A.JSON')).toMatchObject({ problems: [{ message: expect.stringMatching(/^not JSON/) }] });
    expect(readSource('{"a": 1}', 'a.yaml')).toMatchObject({ tree: { value: { a: 1 } } });
  });
});
