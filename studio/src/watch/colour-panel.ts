// SPDX-License-Identifier: MIT
/** What bodies are coloured by: field, map, and the range of each frame, of the whole run, or as typed. */
import type { TrajectoryHeader } from '../../../src/io.ts';
import { COLOUR_MAPS, type ColourMapName, isDiverging } from '../drawing/colour-map.ts';
import { checkbox, select } from '../ui/controls.ts';
import { h } from '../ui/h.ts';
import { type AddressPart, numbersText, readNumbers } from './address.ts';
import { BODY_FIELDS, type BodyField, fieldNamed } from './body-values.ts';
import { ColourRange, type RangeMode } from './colour-range.ts';
import type { ColourScale } from './watch-scene.ts';

type Range = readonly [low: number, high: number];

interface ColourPanelOptions {
  /** Ends of the scale now. */
  readonly present: () => Range | undefined;
  readonly onScale: (scale: ColourScale) => void;
  /** Range of a field over all frames; undefined if another question came in between. */
  readonly surveyRange: (field: BodyField, onProgress: (text: string) => void) => Promise<Range | undefined>;
}

export class ColourPanel implements AddressPart {
  readonly keys = ['colour', 'map', 'log', 'range'];
  readonly element: HTMLElement;
  readonly #options: ColourPanelOptions;
  readonly #field: ReturnType<typeof select>;
  readonly #map: ReturnType<typeof select>;
  readonly #log: ReturnType<typeof checkbox>;
  readonly #range: ColourRange;
  #isChosen = false;
  #mode: RangeMode = 'frame';
  #scale: ColourScale = { field: fieldNamed('speed'), map: 'viridis', range: undefined, isLog: false };

  constructor(options: ColourPanelOptions) {
    this.#options = options;
    this.#field = select(
      'Colour by',
      BODY_FIELDS.map(({ name, label }) => ({ value: name, label })),
      'speed',
      (name) => {
        this.#isChosen = true;
        this.#range.reset();
        // A range that was typed belongs to the field that it was typed for.
        if (this.#mode === 'fixed') this.#mode = 'frame';
        this.#set({ field: fieldNamed(name), range: undefined });
        this.#survey();
      },
    );
    this.#map = select(
      'Colours',
      Object.keys(COLOUR_MAPS).map((value) => ({
        value,
        label: isDiverging(value as ColourMapName) ? `${value} (diverging)` : value,
      })),
      'viridis',
      (value) => {
        this.#set({ map: value as ColourMapName });
        this.#survey();
      },
    );
    this.#log = checkbox('Logarithmic', false, (isLog) => {
      this.#set({ isLog });
      this.#survey();
    });
    this.#range = new ColourRange({
      onMode: (mode) => this.#setMode(mode),
      onRange: (range) => {
        this.#mode = 'fixed';
        this.#set({ range });
      },
    });
    this.element = h(
      'section',
      {},
      h('h2', {}, 'Colours'),
      this.#field.row,
      this.#map.row,
      this.#log.row,
      this.#range.element,
    );
    this.update();
  }

  get scale(): ColourScale {
    return this.#scale;
  }

  /** After another frame is shown. */
  update(): void {
    const { field, range, map, isLog = false } = this.#scale;
    this.#field.input.value = field.name;
    this.#map.input.value = map;
    this.#log.input.checked = isLog;
    const isKind = field.kinds !== undefined;
    for (const row of [this.#map.row, this.#log.row, this.#range.element]) row.hidden = isKind;
    this.#range.show(range ?? this.#options.present() ?? [0, 1], field.unit, this.#mode);
  }

  /**
   * At the first frame, when all bodies may be at rest, kinds are more informative than speeds. Does nothing after a
   * choice of the user.
   */
  chooseFirst({ shapes, materials }: TrajectoryHeader): void {
    if (this.#isChosen) return;
    this.#isChosen = true;
    const name = shapes.length > 1 ? 'shape' : materials.length > 1 ? 'material' : 'speed';
    this.#scale = { ...this.#scale, field: fieldNamed(name) };
    this.update();
  }

  write(to: URLSearchParams): void {
    const { field, map, isLog, range } = this.#scale;
    to.set('colour', field.name);
    if (map !== 'viridis') to.set('map', map);
    if (isLog) to.set('log', '1');
    if (this.#mode === 'run') to.set('range', 'run');
    else if (this.#mode === 'fixed' && range !== undefined) to.set('range', numbersText(range));
  }

  read(from: URLSearchParams): void {
    const name = from.get('colour');
    if (name !== null) {
      this.#isChosen = true;
      this.#scale = { ...this.#scale, field: fieldNamed(name) };
    }
    const map = from.get('map') ?? 'viridis';
    const ends = readNumbers(from.get('range'), 2);
    const typed = ends !== undefined && ends[0] < ends[1] ? ends : undefined;
    this.#mode = from.get('range') === 'run' ? 'run' : typed === undefined ? 'frame' : 'fixed';
    this.#set({
      map: Object.hasOwn(COLOUR_MAPS, map) ? (map as ColourMapName) : 'viridis',
      isLog: from.get('log') === '1',
      range: typed as Range | undefined,
    });
    this.#survey();
  }

  #setMode(mode: RangeMode): void {
    this.#mode = mode;
    this.#set({ range: mode === 'fixed' ? this.#options.present() : undefined });
    this.#survey();
  }

  #set(change: Partial<ColourScale>): void {
    this.#scale = { ...this.#scale, ...change };
    this.#options.onScale(this.#scale);
    this.update();
  }

  /** Looks through all frames where the range is that of the run; to be called when there are more of them. */
  async #survey(): Promise<void> {
    const { field, map, isLog } = this.#scale;
    if (this.#mode !== 'run' || field.kinds !== undefined) {
      this.#range.tell('');
      return;
    }
    const found = await this.#options.surveyRange(field, (text) => this.#range.tell(text));
    if (found === undefined || this.#mode !== 'run' || this.#scale.field !== field) return;
    this.#range.tell('');
    const most = Math.max(Math.abs(found[0]), Math.abs(found[1]));
    this.#set({ range: isDiverging(map) && !isLog ? [-most, most] : found });
  }

  refreshRange(): void {
    void this.#survey();
  }
}
