// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { EXAMPLES, filesOf } from './examples.ts';
import { foundScene } from './scene-reading.ts';

describe('the examples', () => {
  it.each(EXAMPLES.map((example) => [example.file, example] as const))(
    '%s can be set up in a page with the files that come with it, and records a trajectory',
    { tags: ['long'] },
    async (file, example) => {
      const { scene } = foundScene({ file, text: example.text, files: await filesOf(example) });
      expect(scene.outputs.trajectory).toBeDefined();
    },
  );

  it('bring no file that their text does not name', async () => {
    const [balls, parts] = ['bouncing-balls.yaml', 'falling-parts.yaml'].map((name) =>
      EXAMPLES.find(({ file }) => file === name),
    );
    if (balls === undefined || parts === undefined) throw new Error('an example is missing');
    expect([...(await filesOf(balls)).keys()]).toEqual([]);
    expect([...(await filesOf(parts)).keys()].sort()).toEqual(['parts/crank-shaft.obj', 'parts/gear-shaft-pieces.obj']);
  });
});
