// SPDX-License-Identifier: MIT
import { expect, it } from 'vitest';
import { shellWord } from './shell-word.ts';

it('a text is one word of the shell', () => {
  expect(['runs/a-1', 'two words', "it's", ''].map(shellWord)).toEqual(['runs/a-1', "'two words'", `'it'\\''s'`, "''"]);
});
