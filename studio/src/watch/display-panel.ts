// SPDX-License-Identifier: MIT
/** Display settings of a run: colours and their range, contacts, cut, transparency, walls. */
import type { TrajectoryHeader } from '../../../src/io.ts';
import { COLOUR_MAPS, type ColourMapName } from '../drawing/colour-map.ts';
import { checkbox, select, slider } from '../ui/controls.ts';
import { formatNumber, formatQuantity } from '../ui/format.ts';
import { h } from '../ui/h.ts';
import { BODY_FIELDS, fieldNamed } from './body-values.ts';
import { ColourRange } from './colour-range.ts';
import { type ColourScale, type Cut, type CutAxis, NO_CUT, type WatchScene } from './watch-scene.ts';

interface DisplayPanelOptions {
  readonly scene: () => WatchScene | undefined;
  readonly onScale: (scale: ColourScale) => void;
}

export class DisplayPanel {
  readonly element: HTMLElement;
  readonly #options: DisplayPanelOptions;
  readonly #field: ReturnType<typeof select>;
  readonly #range: ColourRange;
  readonly #cutPosition: ReturnType<typeof slider>;
  readonly #cutSide: ReturnType<typeof checkbox>;
  readonly #cutText = h('output', { class: 'muted' });
  readonly #chains: ReturnType<typeof checkbox>;
  readonly #contactText = h('p', { class: 'muted', hidden: true });
  readonly #ghost: HTMLInputElement;
  #isChosen = false;
  #scale: ColourScale = { field: fieldNamed('speed'), map: 'viridis', range: undefined };
  #cut = NO_CUT;

  constructor(options: DisplayPanelOptions) {
    this.#options = options;
    this.#field = select(
      'Colour by',
      BODY_FIELDS.map(({ name, label }) => ({ value: name, label })),
      'speed',
      (name) => {
        this.#range.reset();
        this.#setScale({ ...this.#scale, field: fieldNamed(name), range: undefined });
      },
    );
    const map = select(
      'Colours',
      Object.keys(COLOUR_MAPS).map((value) => ({ value })),
      'viridis',
      (value) => this.#setScale({ ...this.#scale, map: value as ColourMapName }),
    );
    this.#range = new ColourRange({
      present: () => options.scene()?.range,
      onChange: (range) => this.#setScale({ ...this.#scale, range }),
    });
    const contacts = checkbox('Contact forces', false, (value) => this.#showContacts(value));
    this.#chains = checkbox('Force chains only', false, (value) => {
      this.#with((scene) => (scene.showsStrongOnly = value));
      this.update();
    });
    this.#chains.row.title = 'Forces above the mean, which carry the load';
    this.#chains.row.hidden = true;
    const ghost = checkbox('See-through', false, (value) => this.#with((scene) => (scene.isGhostly = value)));
    const turning = checkbox('Turning marks', true, (value) => this.#with((scene) => (scene.showsTurning = value)));
    const walls = checkbox('Walls', true, (value) => this.#with((scene) => (scene.showsWalls = value)));
    const cutAxis = select(
      'Cut across',
      [{ value: 'none', label: 'nothing' }, { value: 'x' }, { value: 'y' }, { value: 'z' }],
      'none',
      (value) => {
        const axis = value as CutAxis;
        // Removes everything between the camera and the plane.
        const isBelow = options.scene()?.isSeenFromBelow(axis) ?? false;
        this.#cutSide.input.checked = false;
        this.#setCut({ ...this.#cut, axis, isBelow });
      },
    );
    this.#cutPosition = slider('Cut at', { min: 0, max: 1, step: 0.005 }, 0.5, (part) =>
      this.#setCut({ ...this.#cut, part }),
    );
    this.#cutSide = checkbox('Other side', false, () => this.#setCut({ ...this.#cut, isBelow: !this.#cut.isBelow }));
    for (const { row } of [this.#cutPosition, this.#cutSide]) row.hidden = true;
    this.#ghost = ghost.input;
    this.element = h(
      'div',
      {},
      h('section', {}, h('h2', {}, 'Colours'), this.#field.row, map.row, this.#range.element),
      h(
        'section',
        {},
        h('h2', {}, 'Show'),
        contacts.row,
        this.#chains.row,
        this.#contactText,
        ghost.row,
        turning.row,
        walls.row,
        cutAxis.row,
        this.#cutPosition.row,
        this.#cutSide.row,
        this.#cutText,
      ),
    );
    this.#showRange();
  }

  get scale(): ColourScale {
    return this.#scale;
  }

  /** After another frame is shown: ends of the scale, largest force. */
  update(): void {
    this.#showRange();
    const scene = this.#options.scene();
    if (scene === undefined || this.#contactText.hidden) return;
    const count = scene.frame.contactBodies.length / 2;
    this.#contactText.textContent =
      count === 0
        ? 'No contacts at this moment.'
        : `${scene.drawnContacts} of ${count} contacts; thickest line ${formatQuantity(scene.largestForce, 'N', 3)}.`;
  }

  /**
   * At the first frame, when all bodies may be at rest, kinds are more informative than speeds. Does nothing after a
   * choice of the user.
   */
  chooseFirst({ shapes, materials }: TrajectoryHeader): void {
    if (this.#isChosen) return;
    this.#isChosen = true;
    const name = shapes.length > 1 ? 'shape' : materials.length > 1 ? 'material' : 'speed';
    this.#field.input.value = name;
    this.#scale = { ...this.#scale, field: fieldNamed(name) };
  }

  /** Applies all settings to a new scene. */
  apply(scene: WatchScene): void {
    scene.scale = this.#scale;
    scene.cut = this.#cut;
  }

  #with(change: (scene: WatchScene) => void): void {
    const scene = this.#options.scene();
    if (scene !== undefined) change(scene);
  }

  #setScale(scale: ColourScale): void {
    this.#isChosen = true;
    this.#scale = scale;
    this.#options.onScale(scale);
    this.update();
  }

  #showRange(): void {
    const { field, range } = this.#scale;
    this.#range.element.hidden = field.kinds !== undefined;
    this.#range.show(range ?? this.#options.scene()?.range ?? [0, 1], field.unit, range !== undefined);
  }

  #showContacts(value: boolean): void {
    this.#contactText.hidden = !value;
    this.#chains.row.hidden = !value;
    // Lines run through the middle of bodies: without this there would be little to see.
    this.#ghost.checked = value;
    this.#with((scene) => {
      scene.showsContacts = value;
      scene.isGhostly = value;
    });
    this.update();
    if (!value) this.#contactText.textContent = '';
  }

  #setCut(cut: Cut): void {
    this.#cut = cut;
    for (const { row } of [this.#cutPosition, this.#cutSide]) row.hidden = cut.axis === 'none';
    this.#with((scene) => {
      scene.cut = cut;
      const position = scene.cutPosition;
      const sign = cut.isBelow ? '<' : '>';
      this.#cutText.textContent =
        position === undefined ? '' : `hidden: ${cut.axis} ${sign} ${formatNumber(position)} m`;
    });
  }
}
