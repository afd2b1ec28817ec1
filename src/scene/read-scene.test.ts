// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { readSceneFile } from './scene-file.ts';

describe('x', () => {
  it.each(['bouncing-balls', 'sliding-block', 'filling-a-box'])('%s', (n) => {
    console.dir(readSceneFile(`examples/${n}.yaml`), { depth: 6 });
  });
});
