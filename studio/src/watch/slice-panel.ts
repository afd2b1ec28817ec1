// SPDX-License-Identifier: MIT
/** Controls and legend of the slice: which mean of the bodies, across which axis, where, how thick and how fine. */
import type { Section, SectionQuantity, SliceAxis } from '../../../src/analysis.ts';
import type { Frame } from '../../../src/io.ts';
import type { ColourMapName } from '../drawing/colour-map.ts';
import { select, slider } from '../ui/controls.ts';
import { formatQuantity } from '../ui/format.ts';
import { fill, h } from '../ui/h.ts';
import { type AddressPart, numbersText, readNumbers } from './address.ts';
import { barElements, legendBar } from './legend.ts';
import type { SliceAnswer, SliceRequest } from './slice-protocol.ts';
import type { WatchScene } from './watch-scene.ts';

interface Shown {
  readonly label: string;
  readonly unit: string;
  readonly map: ColourMapName;
}

const QUANTITIES: Readonly<Record<SectionQuantity, Shown>> = {
  speed: { label: 'Mean velocity', unit: 'm/s', map: 'viridis' },
  'velocity.x': { label: 'Mean velocity, x', unit: 'm/s', map: 'vik' },
  'velocity.y': { label: 'Mean velocity, y', unit: 'm/s', map: 'vik' },
  'velocity.z': { label: 'Mean velocity, z', unit: 'm/s', map: 'vik' },
  pressure: { label: 'Pressure of the contacts', unit: 'Pa', map: 'plasma' },
  deviatorStress: { label: 'Deviator stress', unit: 'Pa', map: 'plasma' },
  packingFraction: { label: 'Packing fraction', unit: '', map: 'cividis' },
};
const AXES = ['x', 'y', 'z'] as const;
const DEFAULT_CELLS = 24;
const DEFAULT_THICKNESS = 0.1;

export class SlicePanel implements AddressPart {
  readonly keys = ['slice'];
  readonly element: HTMLElement;
  readonly #scene: () => WatchScene | undefined;
  readonly #quantity: ReturnType<typeof select>;
  readonly #axis: ReturnType<typeof select>;
  readonly #position: ReturnType<typeof slider>;
  readonly #thickness: ReturnType<typeof slider>;
  readonly #cells: ReturnType<typeof slider>;
  /** For the picture. */
  readonly legend = h('div', { class: 'legend-part', 'data-role': 'slice-legend' });
  readonly #note = h('p', { class: 'muted' });
  #worker: Worker | undefined;
  #ticket = 0;
  #isBusy = false;
  /** What is to be computed once the worker is free. */
  #next: (() => SliceRequest) | undefined;
  #frame: Frame | undefined;

  constructor(scene: () => WatchScene | undefined) {
    this.#scene = scene;
    const change = (): void => this.#change();
    const quantities = Object.entries(QUANTITIES).map(([value, { label }]) => ({ value, label }));
    this.#quantity = select('Slice of', [{ value: 'none', label: 'nothing' }, ...quantities], 'none', change);
    this.#quantity.row.title = 'Means over the bodies in cells of a slab';
    this.#axis = select(
      'Slice across',
      AXES.map((value) => ({ value })),
      'y',
      change,
    );
    this.#position = slider('Slice at', { min: 0, max: 1, step: 0.005 }, 0.5, change);
    this.#thickness = slider('Thickness', { min: 0.02, max: 1, step: 0.01 }, DEFAULT_THICKNESS, change);
    this.#cells = slider('Cells', { min: 4, max: 60, step: 1 }, DEFAULT_CELLS, change);
    this.element = h(
      'section',
      {},
      h('h2', {}, 'Slice'),
      this.#quantity.row,
      this.#axis.row,
      this.#position.row,
      this.#thickness.row,
      this.#cells.row,
      this.#note,
    );
    this.#showRows();
  }

  /** Whether a slice is being computed. */
  get isBusy(): boolean {
    return this.#quantity.input.value !== 'none' && (this.#isBusy || this.#next !== undefined);
  }

  /** The bounds of the run, which the slab goes by, have changed. */
  refresh(): void {
    if (this.#quantity.input.value !== 'none') this.#compute();
  }

  /** Another frame, or another scene, is shown. */
  update(): void {
    const frame = this.#scene()?.frame;
    if (frame === this.#frame) return;
    this.#frame = frame;
    this.#compute();
  }

  write(to: URLSearchParams): void {
    if (this.#quantity.input.value === 'none') return;
    const numbers = [this.#position, this.#thickness, this.#cells].map(({ input }) => input.valueAsNumber);
    to.set('slice', `${this.#quantity.input.value}:${this.#axis.input.value}:${numbersText(numbers)}`);
  }

  read(from: URLSearchParams): void {
    const [quantity = '', axis = '', text = ''] = (from.get('slice') ?? '').split(':');
    const numbers = readNumbers(text, 3);
    const isKnown = Object.hasOwn(QUANTITIES, quantity) && AXES.some((each) => each === axis) && numbers !== undefined;
    this.#quantity.input.value = isKnown ? quantity : 'none';
    if (isKnown) {
      this.#axis.input.value = axis;
      [this.#position, this.#thickness, this.#cells].forEach(({ input }, k) => {
        input.valueAsNumber = numbers[k];
      });
    }
    this.#change();
  }

  #change(): void {
    this.#showRows();
    this.#compute();
  }

  #showRows(): void {
    const isHidden = this.#quantity.input.value === 'none';
    for (const { row } of [this.#axis, this.#position, this.#thickness, this.#cells]) row.hidden = isHidden;
    this.legend.hidden = isHidden;
    this.#note.hidden = isHidden;
  }

  #compute(): void {
    const scene = this.#scene();
    if (scene === undefined) return;
    const { value } = this.#quantity.input;
    if (value === 'none') {
      this.#next = undefined;
      this.#ticket++;
      scene.hideSlice();
      return;
    }
    this.#next = () => {
      const isFirst = this.#worker === undefined;
      return {
        ticket: ++this.#ticket,
        ...(isFirst && { header: scene.header }),
        frame: scene.frame,
        section: this.#section(scene),
        quantity: value as SectionQuantity,
      };
    };
    this.#ask();
  }

  #ask(): void {
    const next = this.#next;
    if (this.#isBusy || next === undefined) return;
    this.#next = undefined;
    const request = next();
    this.#worker ??= this.#makeWorker();
    this.#isBusy = true;
    this.#worker.postMessage(request);
  }

  #makeWorker(): Worker {
    const worker = new Worker(new URL('./slice-worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<SliceAnswer>) => this.#take(data));
    worker.addEventListener('error', ({ message }) => this.#say(message || 'the worker could not be started'));
    return worker;
  }

  #section(scene: WatchScene): Section {
    const { bounds, origin } = scene;
    const [min, max] = [bounds.min.clone().add(origin), bounds.max.clone().add(origin)];
    const axis = this.#axis.input.value as SliceAxis;
    const depth = max[axis] - min[axis];
    return {
      axis,
      at: min[axis] + this.#position.input.valueAsNumber * depth,
      thickness: Math.max(this.#thickness.input.valueAsNumber * depth, 1e-12),
      min: min.toArray(),
      max: max.toArray(),
      cells: this.#cells.input.valueAsNumber,
    };
  }

  #take({ ticket, section, grid, problem }: SliceAnswer): void {
    this.#isBusy = false;
    const scene = this.#scene();
    if (ticket === this.#ticket && scene !== undefined) {
      if (grid === undefined) this.#say(problem ?? '');
      else {
        const shown = QUANTITIES[this.#quantity.input.value as SectionQuantity];
        const values = grid.values.filter((value) => !Number.isNaN(value));
        const most = values.reduce((found, value) => Math.max(found, Math.abs(value)), 0);
        const range = [shown.map === 'vik' ? -most : 0, most] as const;
        const bar = legendBar(shown.label, shown.unit, shown.map, range);
        scene.showSlice(section, grid, bar, range);
        fill(this.legend, ...barElements(bar));
        this.#note.className = 'muted';
        this.#note.textContent =
          `${values.length} cells with bodies; slab at ${section.axis} = ${formatQuantity(section.at, 'm', 3)}, ` +
          `${formatQuantity(section.thickness, 'm', 3)} thick.`;
      }
    }
    this.#ask();
  }

  #say(problem: string): void {
    fill(this.legend);
    this.#note.className = 'bad';
    this.#note.textContent = problem;
  }
}
