// SPDX-License-Identifier: MIT
/** Playback state: shown frame, playing or paused, speed. */

/** Shortest and longest playback time of a whole run at speed 1, in seconds, for any simulated time. */
const SHORTEST_PLAY_SECONDS = 4;
const LONGEST_PLAY_SECONDS = 20;
export const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 4, 10] as const;

export class Player {
  #times: number[] = [];
  #index = 0;
  #isPlaying = false;
  #speed: number = 1;
  /** Simulated time that the next picture shows. */
  #clock = 0;
  #last: number | undefined;
  #isLooping = false;
  /** Times between which playback stays; undefined for the whole run. */
  #section: readonly [from: number, to: number] | undefined;
  readonly #listeners = new Set<() => void>();

  get times(): readonly number[] {
    return this.#times;
  }

  get index(): number {
    return this.#index;
  }

  get time(): number {
    return this.#times[this.#index] ?? 0;
  }

  get isPlaying(): boolean {
    return this.#isPlaying;
  }

  get speed(): number {
    return this.#speed;
  }

  /** Whether playback begins again at the end. */
  get isLooping(): boolean {
    return this.#isLooping;
  }

  set isLooping(value: boolean) {
    this.#isLooping = value;
    this.#tell();
  }

  get section(): readonly [from: number, to: number] | undefined {
    return this.#section;
  }

  /** Playback stays between these times, s; undefined for the whole run. */
  set section(section: readonly [from: number, to: number] | undefined) {
    this.#section = section && section[0] < section[1] ? section : undefined;
    this.#tell();
  }

  /** First and last frame of playback. */
  get #ends(): readonly [first: number, last: number] {
    const end = Math.max(this.#times.length - 1, 0);
    if (this.#section === undefined) return [0, end];
    const [from, to] = this.#section;
    const first = this.#times.findIndex((time) => time >= from);
    const last = Math.min(this.#frameAfter(to) - 1, end);
    return first >= 0 && first < last ? [first, last] : [0, end];
  }

  /** Simulated seconds for one of the screen at the chosen speed. */
  get rate(): number {
    const span = (this.#times.at(-1) ?? 0) - (this.#times[0] ?? 0);
    const natural = Math.min(Math.max(span, SHORTEST_PLAY_SECONDS), LONGEST_PLAY_SECONDS);
    return span > 0 ? (this.#speed * span) / natural : 0;
  }

  /** Calls back whenever anything here has changed. */
  onChange(listener: () => void): void {
    this.#listeners.add(listener);
  }

  setTimes(times: number[]): void {
    this.#times = times;
    this.#index = Math.min(this.#index, Math.max(0, times.length - 1));
    this.#tell();
  }

  seek(index: number): void {
    const last = Math.max(0, this.#times.length - 1);
    this.#index = Math.min(Math.max(Math.round(index), 0), last);
    this.#clock = this.time;
    this.#last = undefined;
    this.#tell();
  }

  /** To the frame nearest to a time. */
  seekTime(time: number): void {
    const after = this.#frameAfter(time);
    const [before, next] = [this.#times[after - 1] ?? -Infinity, this.#times[after] ?? Infinity];
    this.seek(time - before <= next - time ? after - 1 : after);
  }

  step(count: number): void {
    this.pause();
    this.seek(this.#index + count);
  }

  play(): void {
    if (this.#times.length < 2) return;
    const [first, last] = this.#ends;
    if (this.#index >= last || this.#index < first) this.#index = first;
    this.#isPlaying = true;
    this.#clock = this.time;
    this.#last = undefined;
    this.#tell();
  }

  pause(): void {
    if (!this.#isPlaying) return;
    this.#isPlaying = false;
    this.#tell();
  }

  toggle(): void {
    if (this.#isPlaying) this.pause();
    else this.play();
  }

  set speed(value: number) {
    this.#speed = value;
    this.#tell();
  }

  /** Next speed up or down. */
  changeSpeed(direction: 1 | -1): void {
    const at = (SPEEDS as readonly number[]).indexOf(this.#speed) + direction;
    this.speed = SPEEDS[Math.min(Math.max(at, 0), SPEEDS.length - 1)] as number;
  }

  /**
   * Advances while playing; `canShow` says whether a frame is available: playback waits for missing ones. True while
   * playing.
   */
  tick(now: number, canShow: (index: number) => boolean): boolean {
    if (!this.#isPlaying) return false;
    const elapsed = this.#last === undefined ? 0 : (now - this.#last) / 1000;
    this.#last = now;
    const clock = this.#clock + elapsed * this.rate;
    const [first, last] = this.#ends;
    const index = Math.min(Math.max(this.#frameAfter(clock) - 1, 0), last);
    if (!canShow(index)) return true;
    this.#clock = clock;
    if (index !== this.#index) {
      this.#index = index;
      this.#tell();
    }
    if (index >= last) this.#end(first);
    return this.#isPlaying;
  }

  /** At the last frame: begins again, or pauses. */
  #end(first: number): void {
    if (!this.#isLooping) {
      this.pause();
      return;
    }
    this.#clock = this.#times[first] ?? 0;
  }

  /** Number of the first frame that is later. */
  #frameAfter(time: number): number {
    let low = 0;
    let high = this.#times.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#times[middle] <= time) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
