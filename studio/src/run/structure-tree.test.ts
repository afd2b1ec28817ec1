// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { sceneOutline } from '../../../src/live.ts';
import { treeOf } from './structure-tree.ts';

describe('the structure of a scene', () => {
  it('nests keys, with entries of lists in their labels', () => {
    const text = 'time: { duration: 1 s }\npairs:\n  - materials: [a, b]\n    friction: 1\n  - friction: 2\n';
    const [time, pairs] = treeOf(sceneOutline(text));
    expect([time.label, time.children.map(({ label }) => label)]).toEqual(['time', ['duration']]);
    expect(pairs.children.map(({ label }) => label)).toEqual(['[0] materials', '[0] friction', '[1] friction']);
    expect(text.slice(pairs.start, pairs.start + 5)).toBe('pairs');
  });
});
