// SPDX-License-Identifier: MIT
/** Choice of a group of bodies: mark, isolate or hide it, count it, zoom to it, and plot its mean over the run. */
import type { TrajectoryHeader } from '../../../src/io.ts';
import type { Theme } from '../theme.ts';
import { button, checkbox, iconButton, select, setChoices, textField } from '../ui/controls.ts';
import { formatCount, prefixedUnit } from '../ui/format.ts';
import { h } from '../ui/h.ts';
import { TimePlot } from '../ui/plot.ts';
import { type AddressPart, numberText } from './address.ts';
import { BODY_FIELDS, type BodyField, fieldNamed } from './body-values.ts';
import { readEnd } from './colour-range.ts';
import type { FrameSurvey } from './run-survey.ts';
import { isEmptySelection, NO_SELECTION, readIds, type Selection, type SelectionMode } from './selection.ts';
import type { WatchScene } from './watch-scene.ts';

const MODES: readonly { readonly value: SelectionMode; readonly label: string }[] = [
  { value: 'mark', label: 'mark them' },
  { value: 'only', label: 'show only them' },
  { value: 'hide', label: 'hide them' },
];
const QUANTITIES = BODY_FIELDS.filter(({ kinds }) => kinds === undefined);

interface SelectionPanelOptions {
  readonly theme: Theme;
  readonly scene: () => WatchScene | undefined;
  readonly onChange: () => void;
  readonly onZoom: (ids: readonly number[]) => void;
  readonly onSeek: (time: number) => void;
  readonly times: () => readonly number[];
  /** Looks through all frames; undefined if another question came in between. */
  readonly survey: (
    field: BodyField,
    ids: readonly number[],
    onProgress: (text: string) => void,
  ) => Promise<readonly FrameSurvey[] | undefined>;
}

export class SelectionPanel implements AddressPart {
  readonly keys = ['shape', 'material', 'ids', 'incut', 'field', 'low', 'high', 'selected'];
  readonly element: HTMLElement;
  readonly #options: SelectionPanelOptions;
  readonly #shape: ReturnType<typeof select>;
  readonly #material: ReturnType<typeof select>;
  readonly #ids: ReturnType<typeof textField>;
  readonly #inCut: ReturnType<typeof checkbox>;
  readonly #field: ReturnType<typeof select>;
  readonly #low: ReturnType<typeof textField>;
  readonly #high: ReturnType<typeof textField>;
  readonly #mode: ReturnType<typeof select>;
  readonly #count = h('output', {});
  readonly #problem = h('p', { class: 'bad', role: 'alert' });
  readonly #note = h('p', { class: 'muted', role: 'status' });
  readonly #range: HTMLElement;
  readonly #actions: HTMLElement;
  readonly #mean: ReturnType<typeof select>;
  readonly #plot: TimePlot;
  #selection = NO_SELECTION;

  constructor(options: SelectionPanelOptions) {
    this.#options = options;
    const read = (): void => this.#read();
    this.#shape = select('With shape', [{ value: '', label: 'any' }], '', read);
    this.#material = select('Of material', [{ value: '', label: 'any' }], '', read);
    this.#ids = textField('With ids', '', read);
    this.#ids.input.placeholder = '1-20, 45';
    this.#inCut = checkbox('Inside the cut', false, read);
    this.#inCut.row.title = 'Only bodies whose middle the plane or box of the cut leaves';
    const fields = [{ value: '', label: 'any' }, ...QUANTITIES.map(({ name, label }) => ({ value: name, label }))];
    this.#field = select('With value', fields, '', () => {
      this.#low.input.value = '';
      this.#high.input.value = '';
      this.#read();
    });
    this.#low = textField('least', '', read);
    this.#high = textField('most', '', read);
    for (const { row } of [this.#low, this.#high]) row.title = 'A number with its unit, such as 5 mm/s; SI without one';
    this.#mode = select('Then', MODES, 'mark', read);
    this.#range = h('div', { class: 'range' }, this.#low.row, this.#high.row);
    this.#mean = select(
      'Mean of',
      QUANTITIES.map(({ name, label }) => ({ value: name, label })),
      'speed',
      () => void this.#plotMean(),
    );
    this.#plot = new TimePlot(options.theme, options.onSeek);
    this.#plot.element.hidden = true;
    this.#actions = h(
      'div',
      {},
      this.#mode.row,
      h(
        'div',
        { class: 'row' },
        iconButton('target', () => this.#zoom(), 'Brings the selected bodies into view', 'Zoom to'),
        iconButton('chart', () => void this.#plotMean(), 'Mean over the group, in every frame', 'Plot mean'),
        button('Clear', () => this.#set(NO_SELECTION), 'Selects nothing'),
      ),
      this.#mean.row,
      this.#note,
      this.#plot.element,
    );
    this.element = h(
      'section',
      { class: 'selection-panel' },
      h('h2', {}, 'Selection'),
      this.#shape.row,
      this.#material.row,
      this.#ids.row,
      this.#field.row,
      this.#range,
      this.#inCut.row,
      this.#problem,
      this.#count,
      this.#actions,
    );
    this.#show();
  }

  get selection(): Selection {
    return this.#selection;
  }

  /** Names to choose from. */
  setHeader({ shapes, materials }: TrajectoryHeader): void {
    const choices = (names: readonly string[]): { value: string; label: string }[] => [
      { value: '', label: 'any' },
      ...[...new Set(names)].map((value) => ({ value, label: value })),
    ];
    setChoices(this.#shape.input, choices(shapes.map(({ name }) => name)), this.#selection.shape);
    setChoices(this.#material.input, choices(materials), this.#selection.material);
  }

  /** After another frame is shown. */
  update(time: number): void {
    const ids = this.#options.scene()?.selectedIds;
    const all = this.#options.scene()?.frame.ids.length ?? 0;
    this.#count.textContent =
      ids === undefined ? 'Nothing is selected.' : `${formatCount(ids.length)} of ${formatCount(all)} bodies selected.`;
    this.#plot.setMark(time);
  }

  write(to: URLSearchParams): void {
    const { shape, material, ids, isInCut, field, low, high, mode } = this.#selection;
    for (const [key, text] of Object.entries({ shape, material, ids, field })) if (text !== '') to.set(key, text);
    if (isInCut) to.set('incut', '1');
    if (low !== undefined) to.set('low', numberText(low));
    if (high !== undefined) to.set('high', numberText(high));
    if (mode !== 'mark') to.set('selected', mode);
  }

  read(from: URLSearchParams): void {
    const text = (key: string): string => from.get(key) ?? '';
    const number = (key: string): number | undefined => {
      const value = Number(from.get(key) ?? Number.NaN);
      return Number.isFinite(value) ? value : undefined;
    };
    const mode = MODES.find(({ value }) => value === from.get('selected'))?.value ?? 'mark';
    this.#set({
      shape: text('shape'),
      material: text('material'),
      ids: text('ids'),
      isInCut: from.get('incut') === '1',
      field: text('field'),
      low: number('low'),
      high: number('high'),
      mode,
    });
  }

  #read(): void {
    const { unit } = fieldNamed(this.#field.input.value);
    const [low, high] = [readEnd(this.#low.input.value, unit), readEnd(this.#high.input.value, unit)];
    const ids = readIds(this.#ids.input.value);
    const problems = [ids, low, high].flatMap((each) => ('problem' in each ? [each.problem] : []));
    this.#problem.textContent = problems[0] ?? '';
    if (problems.length > 0 || 'problem' in low || 'problem' in high) return;
    this.#set({
      shape: this.#shape.input.value,
      material: this.#material.input.value,
      ids: this.#ids.input.value.trim(),
      isInCut: this.#inCut.input.checked,
      field: this.#field.input.value,
      low: low.value,
      high: high.value,
      mode: this.#mode.input.value as SelectionMode,
    });
  }

  #set(selection: Selection): void {
    this.#selection = selection;
    this.#plot.element.hidden = true;
    this.#options.onChange();
    this.#show();
  }

  #show(): void {
    const { shape, material, ids, isInCut, field, low, high, mode } = this.#selection;
    this.#shape.input.value = shape;
    this.#material.input.value = material;
    this.#ids.input.value = ids;
    this.#inCut.input.checked = isInCut;
    this.#field.input.value = field;
    const { unit } = fieldNamed(field);
    const endText = (value: number | undefined): string => (value === undefined ? '' : `${numberText(value)} ${unit}`);
    this.#low.input.value = endText(low).trim();
    this.#high.input.value = endText(high).trim();
    this.#mode.input.value = mode;
    this.#range.hidden = field === '';
    this.#actions.hidden = isEmptySelection(this.#selection);
  }

  #zoom(): void {
    const ids = this.#options.scene()?.selectedIds ?? [];
    if (ids.length > 0) this.#options.onZoom(ids);
  }

  /** The group is that of the present frame. */
  async #plotMean(): Promise<void> {
    const ids = this.#options.scene()?.selectedIds;
    if (ids === undefined || ids.length === 0) return;
    const field = fieldNamed(this.#mean.input.value);
    const surveys = await this.#options.survey(field, ids, (text) => {
      this.#note.textContent = text;
    });
    if (surveys === undefined) return;
    this.#note.textContent = '';
    this.#plot.element.hidden = false;
    const largest = surveys.reduce((most, { mean }) => Math.max(most, Math.abs(mean) || 0), 0);
    const { factor, unit } = prefixedUnit(largest, field.unit);
    const label = `mean ${field.label.toLowerCase()} of ${formatCount(ids.length)}`;
    this.#plot.setSeries(this.#options.times().slice(0, surveys.length), [
      { label, unit, values: surveys.map(({ mean }) => mean / factor) },
    ]);
  }
}
