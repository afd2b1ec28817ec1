// SPDX-License-Identifier: MIT
/**
 * Reads the target times of scenes from JSON: `{"title": ..., "scenes": [{"scene": "cells", "microseconds": 2,
 * "peers": ["yade"], "times": 1000}, ...]}`. An entry may name a group of scenes.
 */
import { scenesNamed } from './step-scene.ts';

export interface SceneTarget {
  readonly scene: string;
  /** Target for one body in one step; absent: the scene is only measured. */
  readonly microseconds?: number;
  /** Names of the drivers that run the scene beside Scree. */
  readonly peers: readonly string[];
  /** Target for the CPU time of every peer over that of Scree. */
  readonly times?: number;
  /** True if the scene runs a second time, under the profiler. */
  readonly isProfiled: boolean;
}

export interface StepTargets {
  readonly title: string;
  readonly scenes: readonly SceneTarget[];
}

/** Reads the file's text; throws a RangeError that names the entry that is wrong. */
export function readTargets(text: string): StepTargets {
  const { title, scenes } = JSON.parse(text);
  if (typeof title !== 'string' || !Array.isArray(scenes))
    throw new RangeError('targets: expected an object with a title and a list of scenes');
  return { title, scenes: scenes.flatMap(targetsOf) };
}

function targetsOf(entry: Record<string, unknown>, k: number): SceneTarget[] {
  const { scene, microseconds, peers = [], times, profile = false } = entry;
  const names = typeof scene === 'string' ? scenesNamed(scene) : undefined;
  if (names === undefined) throw new RangeError(`targets: scenes[${k}].scene: there is no scene "${scene}"`);
  for (const [key, value] of Object.entries({ microseconds, times })) {
    if (value !== undefined && !(typeof value === 'number' && value > 0))
      throw new RangeError(`targets: scenes[${k}].${key}: expected a number > 0, got ${value}`);
  }
  if (!Array.isArray(peers)) throw new RangeError(`targets: scenes[${k}].peers: expected a list of names`);
  return names.map((name) => ({
    scene: name,
    peers: peers.map(String),
    isProfiled: profile === true,
    ...(microseconds !== undefined && { microseconds: Number(microseconds) }),
    ...(times !== undefined && { times: Number(times) }),
  }));
}
