// SPDX-License-Identifier: MIT
/** Display settings of a run: colours and their range, contacts, cut, transparency, walls. */
import type { TrajectoryHeader } from '../../../src/io.ts';
import { WALL_OPACITY } from '../drawing/boundary-layer.ts';
import { COLOUR_MAPS, type ColourMapName } from '../drawing/colour-map.ts';
import { button, checkbox, select, slider } from '../ui/controls.ts';
import { formatQuantity } from '../ui/format.ts';
import { h } from '../ui/h.ts';
import { BODY_FIELDS, fieldNamed } from './body-values.ts';
import { ClipPanel } from './clip-panel.ts';
import { ColourRange } from './colour-range.ts';
import type { ColourScale, WatchScene } from './watch-scene.ts';

/** Of bodies through which the contacts are seen. */
const CLEAR_OPACITY = 0.16;

interface DisplayPanelOptions {
  readonly scene: () => WatchScene | undefined;
  readonly onScale: (scale: ColourScale) => void;
  readonly onPicture: () => void;
  /** Undefined if the browser cannot record videos. */
  readonly onFilm: (() => void) | undefined;
}

export class DisplayPanel {
  readonly element: HTMLElement;
  readonly #options: DisplayPanelOptions;
  readonly #field: ReturnType<typeof select>;
  readonly #range: ColourRange;
  readonly #clip: ClipPanel;
  readonly #opacity: ReturnType<typeof slider>;
  readonly #wallOpacity: ReturnType<typeof slider>;
  readonly #turning: ReturnType<typeof checkbox>;
  readonly #walls: ReturnType<typeof checkbox>;
  readonly #chains: ReturnType<typeof checkbox>;
  readonly #contactText = h('p', { class: 'muted', hidden: true });
  readonly film: HTMLButtonElement;
  #isChosen = false;
  #scale: ColourScale = { field: fieldNamed('speed'), map: 'viridis', range: undefined };

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
    this.#opacity = slider('Opacity', { min: 0.05, max: 1, step: 0.01 }, 1, (value) =>
      this.#with((scene) => (scene.opacity = value)),
    );
    this.#turning = checkbox('Turning marks', true, (value) => this.#with((scene) => (scene.showsTurning = value)));
    this.#walls = checkbox('Walls', true, (value) => this.#with((scene) => (scene.showsWalls = value)));
    this.#wallOpacity = slider('Wall opacity', { min: 0, max: 1, step: 0.01 }, WALL_OPACITY, (value) =>
      this.#with((scene) => (scene.wallOpacity = value)),
    );
    this.#clip = new ClipPanel(options.scene);
    this.film = button(
      'Film (WebM)',
      () => options.onFilm?.(),
      'Records the run from its first frame at the chosen speed',
    );
    this.film.disabled = options.onFilm === undefined;
    if (options.onFilm === undefined) this.film.title = 'This browser records no WebM';
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
        this.#opacity.row,
        this.#turning.row,
        this.#walls.row,
        this.#wallOpacity.row,
        this.#clip.element,
      ),
      h('section', { class: 'row' }, button('Picture (PNG)', options.onPicture), this.film),
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
    scene.opacity = this.#opacity.input.valueAsNumber;
    scene.wallOpacity = this.#wallOpacity.input.valueAsNumber;
    scene.showsTurning = this.#turning.input.checked;
    scene.showsWalls = this.#walls.input.checked;
    this.#clip.apply(scene);
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
    const opacity = value ? CLEAR_OPACITY : 1;
    this.#opacity.input.valueAsNumber = opacity;
    this.#with((scene) => {
      scene.showsContacts = value;
      scene.opacity = opacity;
    });
    this.update();
    if (!value) this.#contactText.textContent = '';
  }
}
