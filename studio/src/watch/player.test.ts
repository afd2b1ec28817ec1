// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { Player } from './player.ts';

const TIMES = [0, 1, 2, 3, 4];
const here = (): boolean => true;

function player(): Player {
  const made = new Player();
  made.setTimes([...TIMES]);
  return made;
}

describe('Player', () => {
  it('finds the frame nearest to a time', () => {
    const at = player();
    for (const [time, index] of [
      [-5, 0],
      [0.4, 0],
      [0.6, 1],
      [3, 3],
      [99, 4],
    ] as const) {
      at.seekTime(time);
      expect(at.index).toBe(index);
    }
  });

  it('plays in step with the clock, and ends at the last frame', () => {
    const at = player();
    at.play();
    at.tick(0, here);
    // A run of 4 s takes 4 s.
    at.tick(2500, here);
    expect(at.index).toBe(2);
    expect(at.tick(10_000, here)).toBe(false);
    expect([at.index, at.isPlaying]).toEqual([4, false]);
  });

  it('waits for frames that are not here', () => {
    const at = player();
    at.play();
    at.tick(0, here);
    expect(at.tick(1500, () => false)).toBe(true);
    expect(at.index).toBe(0);
  });

  it('begins again when it is played from the end', () => {
    const at = player();
    at.seek(4);
    at.play();
    expect([at.index, at.isPlaying]).toEqual([0, true]);
  });

  it('begins again at the end if it loops', () => {
    const at = player();
    at.isLooping = true;
    at.play();
    at.tick(0, here);
    expect(at.tick(4500, here)).toBe(true);
    expect(at.index).toBe(4);
    at.tick(4600, here);
    expect([at.index, at.isPlaying]).toEqual([0, true]);
  });

  it('plays a section from its start to its end', () => {
    const at = player();
    at.section = [1, 3];
    at.play();
    expect(at.index).toBe(1);
    at.tick(0, here);
    at.tick(9000, here);
    expect([at.index, at.isPlaying]).toEqual([3, false]);
    at.section = [3, 1];
    expect(at.section).toBeUndefined();
  });

  it('goes through the speeds and stops at both ends of them', () => {
    const at = player();
    for (let k = 0; k < 20; k++) at.changeSpeed(1);
    expect(at.speed).toBe(10);
    for (let k = 0; k < 20; k++) at.changeSpeed(-1);
    expect(at.speed).toBe(0.1);
  });
});
