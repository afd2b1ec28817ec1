// SPDX-License-Identifier: MIT
/** What is shown besides the colours: forces, velocities, trails, opacities, marks, walls and the cut. */
import { WALL_OPACITY } from '../drawing/boundary-layer.ts';
import { checkbox, select, slider } from '../ui/controls.ts';
import { formatQuantity } from '../ui/format.ts';
import { h } from '../ui/h.ts';
import { type AddressPart, numberText } from './address.ts';
import { ClipPanel } from './clip-panel.ts';
import type { ForcePart } from './contact-lines.ts';
import { NO_OVERLAYS, type OverlaySettings } from './overlays.ts';
import type { WatchScene } from './watch-scene.ts';

/** Of bodies through which the contacts are seen. */
const CLEAR_OPACITY = 0.16;
const LONGEST_TRAIL = 60;

const PARTS: readonly { readonly value: ForcePart; readonly label: string }[] = [
  { value: 'whole', label: 'whole force' },
  { value: 'normal', label: 'normal part' },
  { value: 'shear', label: 'shear part' },
];

export class DisplayPanel implements AddressPart {
  readonly element: HTMLElement;
  readonly keys: readonly string[];
  readonly #scene: () => WatchScene | undefined;
  readonly #contacts: ReturnType<typeof checkbox>;
  readonly #part: ReturnType<typeof select>;
  readonly #chains: ReturnType<typeof checkbox>;
  readonly #bonds: ReturnType<typeof checkbox>;
  readonly #contactText = h('p', { class: 'muted', hidden: true });
  readonly #arrows: ReturnType<typeof checkbox>;
  readonly #stretch: ReturnType<typeof slider>;
  readonly #arrowText = h('p', { class: 'muted', hidden: true });
  readonly #trail: ReturnType<typeof slider>;
  readonly #opacity: ReturnType<typeof slider>;
  readonly #wallOpacity: ReturnType<typeof slider>;
  readonly #turning: ReturnType<typeof checkbox>;
  readonly #walls: ReturnType<typeof checkbox>;
  readonly #clip: ClipPanel;

  constructor(scene: () => WatchScene | undefined) {
    this.#scene = scene;
    const redraw = (): void => this.#redraw();
    const repaint = (): void => this.#repaint();
    this.#contacts = checkbox('Contact forces', false, (value) => {
      // Lines run through the middle of bodies: without this there would be little to see.
      this.#opacity.input.valueAsNumber = value ? CLEAR_OPACITY : 1;
      this.#repaint();
      this.#redraw();
    });
    this.#part = select('Force', PARTS, 'whole', redraw);
    this.#chains = checkbox('Force chains only', false, redraw);
    this.#chains.row.title = 'Forces above the mean, which carry the load';
    this.#bonds = checkbox('Bonds', false, (value) => {
      this.#opacity.input.valueAsNumber = value ? CLEAR_OPACITY : 1;
      this.#repaint();
      this.#redraw();
    });
    this.#bonds.row.title = 'Coloured by the share of its strength that the load of a bond uses';
    this.#arrows = checkbox('Velocity arrows', false, redraw);
    this.#stretch = slider('Arrow length', { min: 0.2, max: 5, step: 0.1 }, 1, redraw);
    this.#trail = slider('Trails', { min: 0, max: LONGEST_TRAIL, step: 1 }, 0, redraw);
    this.#trail.row.title = 'Paths over the last frames: of the picked body, of the selected ones, or of all';
    this.#opacity = slider('Opacity', { min: 0.05, max: 1, step: 0.01 }, 1, repaint);
    this.#turning = checkbox('Turning marks', true, repaint);
    this.#walls = checkbox('Walls', true, repaint);
    this.#wallOpacity = slider('Wall opacity', { min: 0, max: 1, step: 0.01 }, WALL_OPACITY, repaint);
    this.#clip = new ClipPanel(scene);
    this.keys = ['forces', 'chains', 'bonds', 'arrows', 'trail', 'opacity', 'walls', 'marks', ...this.#clip.keys];
    this.element = h(
      'section',
      {},
      h('h2', {}, 'Show'),
      this.#contacts.row,
      this.#part.row,
      this.#chains.row,
      this.#contactText,
      this.#bonds.row,
      this.#arrows.row,
      this.#stretch.row,
      this.#arrowText,
      this.#trail.row,
      this.#opacity.row,
      this.#turning.row,
      this.#walls.row,
      this.#wallOpacity.row,
      this.#clip.element,
    );
    this.#showRows();
  }

  /** Applies all settings to a new scene. */
  apply(scene: WatchScene): void {
    this.#repaint();
    this.#redraw();
    this.#clip.apply(scene);
  }

  /** After the bounds of the run, which the cut goes by, have changed. */
  refreshCut(): void {
    this.#clip.refresh();
  }

  /** After another frame is shown: largest force and speed. */
  update(): void {
    const scene = this.#scene();
    if (scene === undefined) return;
    const { drawnContacts, largestForce, fullForce, largestSpeed } = scene.overlays;
    const beyond = largestForce > fullForce ? `, largest force ${formatQuantity(largestForce, 'N', 3)}` : '';
    this.#bonds.row.hidden = scene.frame.bondBodies === undefined;
    const count = scene.frame.contactBodies.length / 2;
    const needsNormals = this.#part.input.value !== 'whole' && Number.isNaN(scene.frame.contactNormals[0] ?? 0);
    this.#contactText.textContent = needsNormals
      ? 'This trajectory has no contact normals; run the scene again to record them.'
      : count === 0
        ? 'No contacts at this moment.'
        : `${drawnContacts} of ${count} contacts; thickest line ${formatQuantity(fullForce, 'N', 3)}${beyond}.`;
    this.#arrowText.textContent = `Longest arrow ${formatQuantity(largestSpeed, 'm/s', 3)}.`;
  }

  get settings(): OverlaySettings {
    return {
      hasContacts: this.#contacts.input.checked,
      hasBonds: this.#bonds.input.checked,
      isStrongOnly: this.#chains.input.checked,
      forcePart: this.#part.input.value as ForcePart,
      hasArrows: this.#arrows.input.checked,
      arrowStretch: this.#stretch.input.valueAsNumber,
      trailFrames: this.#trail.input.valueAsNumber,
    };
  }

  write(to: URLSearchParams): void {
    const { hasContacts, hasBonds, forcePart, isStrongOnly, hasArrows, arrowStretch, trailFrames } = this.settings;
    if (hasContacts) to.set('forces', forcePart);
    if (isStrongOnly) to.set('chains', '1');
    if (hasBonds) to.set('bonds', '1');
    if (hasArrows) to.set('arrows', numberText(arrowStretch));
    if (trailFrames > 0) to.set('trail', String(trailFrames));
    if (this.#opacity.input.valueAsNumber < 1) to.set('opacity', numberText(this.#opacity.input.valueAsNumber));
    if (!this.#walls.input.checked) to.set('walls', 'none');
    else if (this.#wallOpacity.input.valueAsNumber !== WALL_OPACITY) {
      to.set('walls', numberText(this.#wallOpacity.input.valueAsNumber));
    }
    if (!this.#turning.input.checked) to.set('marks', '0');
    this.#clip.write(to);
  }

  read(from: URLSearchParams): void {
    const number = (key: string, other: number): number => {
      const text = from.get(key);
      return text === null || !Number.isFinite(Number(text)) ? other : Number(text);
    };
    const part = from.get('forces');
    this.#contacts.input.checked = part !== null;
    this.#bonds.input.checked = from.get('bonds') === '1';
    this.#part.input.value = PARTS.some(({ value }) => value === part) ? (part as string) : 'whole';
    this.#chains.input.checked = from.get('chains') === '1';
    this.#arrows.input.checked = from.has('arrows');
    this.#stretch.input.valueAsNumber = number('arrows', NO_OVERLAYS.arrowStretch);
    this.#trail.input.valueAsNumber = number('trail', 0);
    this.#opacity.input.valueAsNumber = number('opacity', 1);
    this.#walls.input.checked = from.get('walls') !== 'none';
    this.#wallOpacity.input.valueAsNumber = number('walls', WALL_OPACITY);
    this.#turning.input.checked = from.get('marks') !== '0';
    this.#clip.read(from);
    this.#repaint();
    this.#redraw();
  }

  #repaint(): void {
    const scene = this.#scene();
    if (scene === undefined) return;
    scene.opacity = this.#opacity.input.valueAsNumber;
    scene.wallOpacity = this.#wallOpacity.input.valueAsNumber;
    scene.showsTurning = this.#turning.input.checked;
    scene.showsWalls = this.#walls.input.checked;
  }

  #redraw(): void {
    this.#showRows();
    const scene = this.#scene();
    if (scene === undefined) return;
    scene.overlaySettings = this.settings;
    this.update();
    this.onOverlays();
  }

  /** Called after lines were drawn with other settings. */
  onOverlays: () => void = () => {};

  #showRows(): void {
    const { hasContacts, hasArrows } = this.settings;
    for (const row of [this.#part.row, this.#chains.row, this.#contactText]) row.hidden = !hasContacts;
    for (const row of [this.#stretch.row, this.#arrowText]) row.hidden = !hasArrows;
  }
}
