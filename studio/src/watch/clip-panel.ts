// SPDX-License-Identifier: MIT
/** Controls of the cut: across an axis, a free plane, or a box. */
import { button, checkbox, select, slider } from '../ui/controls.ts';
import { formatNumber } from '../ui/format.ts';
import { h } from '../ui/h.ts';
import { type AddressPart, numbersText, readNumbers } from './address.ts';
import { type Clip, type ClipKind, clipNormal, clipPosition, NO_CLIP } from './clip-planes.ts';
import type { WatchScene } from './watch-scene.ts';

const KINDS: readonly { readonly value: ClipKind; readonly label?: string }[] = [
  { value: 'none', label: 'nothing' },
  { value: 'x' },
  { value: 'y' },
  { value: 'z' },
  { value: 'plane', label: 'a free plane' },
  { value: 'box', label: 'a box' },
];
const AXES = ['x', 'y', 'z'] as const;
const UNIT = { min: 0, max: 1, step: 0.005 } as const;
/** Boxes that are thinner than this, part of the scene, would show nothing. */
const THINNEST = 0.01;

export class ClipPanel implements AddressPart {
  readonly keys = ['cut'];
  readonly element: HTMLElement;
  readonly #scene: () => WatchScene | undefined;
  readonly #kind: ReturnType<typeof select>;
  readonly #position: ReturnType<typeof slider>;
  readonly #side: ReturnType<typeof checkbox>;
  readonly #azimuth: ReturnType<typeof slider>;
  readonly #elevation: ReturnType<typeof slider>;
  readonly #facing: HTMLButtonElement;
  readonly #ends: readonly (readonly [low: ReturnType<typeof slider>, high: ReturnType<typeof slider>])[];
  readonly #text = h('output', { class: 'muted' });
  #clip = NO_CLIP;

  constructor(scene: () => WatchScene | undefined) {
    this.#scene = scene;
    this.#kind = select('Cut across', KINDS, 'none', (value) => this.#choose(value as ClipKind));
    this.#position = slider('Cut at', UNIT, 0.5, (part) => this.#set({ part }));
    this.#side = checkbox('Other side', false, () => this.#set({ isBelow: !this.#clip.isBelow }));
    this.#azimuth = slider('Turned by', { min: -180, max: 180, step: 1 }, NO_CLIP.azimuth, (azimuth) =>
      this.#set({ azimuth }),
    );
    this.#elevation = slider('Tilted by', { min: -90, max: 90, step: 1 }, NO_CLIP.elevation, (elevation) =>
      this.#set({ elevation }),
    );
    this.#facing = button('Face the camera', () => this.#faceCamera(), 'Turns the plane across the view');
    this.#ends = AXES.map((axis, k) => [
      slider(`${axis} from`, UNIT, 0, (value) => this.#setEnd('low', k, value)),
      slider(`${axis} to`, UNIT, 1, (value) => this.#setEnd('high', k, value)),
    ]);
    this.element = h(
      'div',
      {},
      this.#kind.row,
      this.#position.row,
      this.#azimuth.row,
      this.#elevation.row,
      this.#facing,
      this.#side.row,
      ...this.#ends.flat().map(({ row }) => row),
      this.#text,
    );
    this.#show();
  }

  /** Kind, then part, side, two angles and six ends, so that every cut is written alike. */
  write(to: URLSearchParams): void {
    const { kind, part, isBelow, azimuth, elevation, low, high } = this.#clip;
    if (kind === 'none') return;
    to.set('cut', `${kind}:${numbersText([part, isBelow ? 1 : 0, azimuth, elevation, ...low, ...high])}`);
  }

  read(from: URLSearchParams): void {
    const [kind = '', text = ''] = (from.get('cut') ?? '').split(':');
    const numbers = readNumbers(text, 10);
    const known = KINDS.find(({ value }) => value === kind);
    if (known === undefined || numbers === undefined) {
      this.#set(NO_CLIP);
      return;
    }
    const [part, below, azimuth, elevation, ...ends] = numbers as [number, number, number, number, ...number[]];
    const [low, high] = [ends.slice(0, 3), ends.slice(3)] as unknown as [Clip['low'], Clip['high']];
    this.#set({ kind: known.value, part, isBelow: below === 1, azimuth, elevation, low, high });
  }

  /** Says again where the cut is. */
  refresh(): void {
    this.#show();
  }

  apply(scene: WatchScene): void {
    scene.clip = this.#clip;
    this.#show();
  }

  /** Removes what is between the camera and the plane. */
  #choose(kind: ClipKind): void {
    const normal = clipNormal({ ...this.#clip, kind });
    const isBelow = normal !== undefined && (this.#scene()?.isSeenFromBelow(normal) ?? false);
    this.#side.input.checked = false;
    this.#set({ kind, isBelow });
  }

  #faceCamera(): void {
    const direction = this.#scene()?.viewDirection;
    if (direction === undefined) return;
    const degrees = (radians: number): number => Math.round((radians * 180) / Math.PI);
    this.#set({
      azimuth: degrees(Math.atan2(direction.y, direction.x)),
      elevation: degrees(Math.asin(Math.min(Math.max(direction.z, -1), 1))),
      isBelow: false,
    });
  }

  #setEnd(end: 'low' | 'high', axis: number, value: number): void {
    const ends = [...this.#clip[end]] as [number, number, number];
    const other = this.#clip[end === 'low' ? 'high' : 'low'][axis];
    ends[axis] = end === 'low' ? Math.min(value, other - THINNEST) : Math.max(value, other + THINNEST);
    this.#set({ [end]: ends });
  }

  #set(change: Partial<Clip>): void {
    this.#clip = { ...this.#clip, ...change };
    const scene = this.#scene();
    if (scene !== undefined) scene.clip = this.#clip;
    this.#show();
  }

  #show(): void {
    const { kind, part, azimuth, elevation, low, high, isBelow } = this.#clip;
    this.#kind.input.value = kind;
    this.#position.input.valueAsNumber = part;
    this.#azimuth.input.valueAsNumber = azimuth;
    this.#elevation.input.valueAsNumber = elevation;
    const hasPlane = kind !== 'none' && kind !== 'box';
    for (const { row } of [this.#position, this.#side]) row.hidden = !hasPlane;
    for (const { row } of [this.#azimuth, this.#elevation]) row.hidden = kind !== 'plane';
    this.#facing.hidden = kind !== 'plane';
    this.#ends.forEach(([from, to], k) => {
      from.input.valueAsNumber = low[k];
      to.input.valueAsNumber = high[k];
      for (const { row } of [from, to]) row.hidden = kind !== 'box';
    });
    const scene = this.#scene();
    const normal = clipNormal(this.#clip);
    if (scene === undefined || normal === undefined) this.#text.textContent = '';
    else {
      const { bounds } = scene;
      const exact = clipPosition(this.#clip, bounds) + normal.dot(scene.origin);
      // Rounding about the middle of a run is no number to read.
      const at = Math.abs(exact) < 1e-9 * bounds.min.distanceTo(bounds.max) ? 0 : exact;
      const along = kind === 'plane' ? 'along its normal' : kind;
      this.#text.textContent = `hidden: ${along} ${isBelow ? '<' : '>'} ${formatNumber(at)} m`;
    }
  }
}
