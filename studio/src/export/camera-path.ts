// SPDX-License-Identifier: MIT
/**
 * A path of the camera: the view at some times, and a smooth way between them. The point looked at moves along a
 * Catmull-Rom curve; the camera turns about it, and its distance changes by factors, so that no way leads through what
 * is looked at.
 */

export type Triple = readonly [number, number, number];

export interface CameraView {
  /** s of the run */
  readonly time: number;
  readonly position: Triple;
  readonly target: Triple;
}

/** Directions from the target in angles: about z from x, above the plane, and the logarithm of the distance. */
function anglesOf({ position, target }: CameraView): [turn: number, height: number, distance: number] {
  const [x, y, z] = position.map((value, k) => value - target[k]) as [number, number, number];
  const distance = Math.hypot(x, y, z);
  return [Math.atan2(y, x), Math.asin(Math.min(1, Math.max(-1, z / distance))), Math.log(distance)];
}

/** Between b (part 0) and c (part 1), with the slopes that their neighbours give; times may be uneven. */
function smooth(times: readonly number[], values: readonly number[], part: number): number {
  const [ta, tb, tc, td] = times;
  const [a, b, c, d] = values;
  const span = tc - tb;
  const slopeB = tc > ta ? ((c - a) / (tc - ta)) * span : 0;
  const slopeC = td > tb ? ((d - b) / (td - tb)) * span : 0;
  const [p, q] = [part * part, part * part * part];
  return (2 * q - 3 * p + 1) * b + (q - 2 * p + part) * slopeB + (3 * p - 2 * q) * c + (q - p) * slopeC;
}

export class CameraPath {
  #views: CameraView[] = [];

  get views(): readonly CameraView[] {
    return this.#views;
  }

  /** Replaces the view at the same time. */
  add(view: CameraView): void {
    this.#views = [...this.#views.filter(({ time }) => time !== view.time), view].sort((a, b) => a.time - b.time);
  }

  remove(time: number): void {
    this.#views = this.#views.filter((view) => view.time !== time);
  }

  clear(): void {
    this.#views = [];
  }

  /** The first and last views hold before and after them; undefined without views. */
  at(time: number): CameraView | undefined {
    const views = this.#views;
    const [first, last] = [views[0], views.at(-1)];
    if (first === undefined || last === undefined) return undefined;
    if (time <= first.time) return { ...first, time };
    if (time >= last.time) return { ...last, time };
    const after = views.findIndex((view) => view.time > time);
    const four = [after - 2, after - 1, after, after + 1].map(
      (k) => views[Math.min(Math.max(k, 0), views.length - 1)] as CameraView,
    );
    const times = four.map((view) => view.time);
    const part = (time - times[1]) / (times[2] - times[1]);
    const target = [0, 1, 2].map((k) =>
      smooth(
        times,
        four.map((view) => view.target[k]),
        part,
      ),
    ) as unknown as Triple;
    const angles = four.map(anglesOf);
    // Each turn is the shorter way from the one before.
    const turns = angles.map(([turn]) => turn);
    for (let k = 1; k < 4; k++) turns[k] -= 2 * Math.PI * Math.round((turns[k] - turns[k - 1]) / (2 * Math.PI));
    const turn = smooth(times, turns, part);
    const height = smooth(
      times,
      angles.map(([, each]) => each),
      part,
    );
    const distance = Math.exp(
      smooth(
        times,
        angles.map(([, , each]) => each),
        part,
      ),
    );
    const flat = Math.min(Math.max(height, -HIGHEST), HIGHEST);
    const position: Triple = [
      target[0] + distance * Math.cos(flat) * Math.cos(turn),
      target[1] + distance * Math.cos(flat) * Math.sin(turn),
      target[2] + distance * Math.sin(flat),
    ];
    return { time, position, target };
  }
}

/** The camera has no up direction when it looks straight down; curves may overshoot the views. */
const HIGHEST = Math.PI / 2 - 1e-4;
