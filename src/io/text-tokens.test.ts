// SPDX-License-Identifier: MIT
import { expect, it } from 'vitest';
import { TextTokens } from './text-tokens.ts';

it('gives the tokens with their lines through any white space', () => {
  const tokens = new TextTokens('\n a\tb \r\n\r\n c rest of it\n d');
  const seen: [string, number][] = [];
  for (let token = tokens.next(); token !== undefined; token = tokens.next()) {
    seen.push([token, tokens.line]);
    if (token === 'c') tokens.skipLine();
  }
  expect(seen).toEqual([
    ['a', 2],
    ['b', 2],
    ['c', 4],
    ['d', 5],
  ]);
  expect(tokens.line).toBe(5);
});
