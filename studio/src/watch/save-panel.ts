// SPDX-License-Identifier: MIT
/** Buttons that save the view as files. */
import { iconButton } from '../ui/controls.ts';
import { h } from '../ui/h.ts';

export class SavePanel {
  readonly element: HTMLElement;
  readonly film: HTMLButtonElement;

  /** `onFilm` is undefined if the browser cannot record videos. */
  constructor(onPicture: () => void, onFilm: (() => void) | undefined) {
    const hint = 'Records the run from its first frame at the chosen speed';
    this.film = iconButton(
      'film',
      () => onFilm?.(),
      onFilm === undefined ? 'This browser records no WebM' : hint,
      'Film (WebM)',
    );
    this.film.disabled = onFilm === undefined;
    const picture = iconButton('camera', onPicture, 'Saves the view with legend, time and title', 'Picture (PNG)');
    this.element = h('section', { class: 'row' }, picture, this.film);
  }
}
