// SPDX-License-Identifier: MIT
/** Saves pictures and videos of the tab Watch as files. */
import type { Stage } from '../drawing/stage.ts';
import type { RunDescription } from '../server-api.ts';
import type { Theme } from '../theme.ts';
import { download } from '../ui/download.ts';
import { formatQuantity } from '../ui/format.ts';
import { paintLegend } from './legend.ts';
import { Film, filmType, screenshot } from './pictures.ts';
import type { Player } from './player.ts';
import type { ColourScale, WatchScene } from './watch-scene.ts';

/** Font size on a picture, in points. */
const LETTER_SIZE = 13;

interface RecordingOptions {
  readonly stage: Stage;
  readonly player: Player;
  readonly theme: Theme;
  /** Looks pressed while a film is recorded. */
  readonly film: HTMLButtonElement;
  readonly scale: () => ColourScale;
  readonly scene: () => WatchScene | undefined;
  readonly run: () => RunDescription;
}

export class Recording {
  readonly #options: RecordingOptions;
  #film: Film | undefined;

  constructor(options: RecordingOptions) {
    this.#options = options;
  }

  async picture(): Promise<void> {
    const { stage, player, theme, scale } = this.#options;
    const scene = this.#options.scene();
    if (scene === undefined) return;
    const { manifest, folder } = this.#options.run();
    const picture = await screenshot(stage, (context) => {
      const size = Math.round(LETTER_SIZE * Math.min(devicePixelRatio, 2));
      paintLegend(context, scale(), scene.range, scene.header, { size, colour: theme.colour('--text') });
      context.fillText(`${manifest.title}, t = ${formatQuantity(player.time, 's')}`, size, 1.6 * size);
    });
    download(picture, `${folder}-${player.index}.png`);
  }

  /** From the first frame to the last at the chosen speed; a second press ends it. */
  toggleFilm(): void {
    const { stage, player, film } = this.#options;
    const type = filmType();
    if (this.#film !== undefined) player.pause();
    else if (type !== undefined && player.times.length > 1) {
      this.#film = new Film(stage, type);
      film.setAttribute('aria-pressed', 'true');
      player.seek(0);
      player.play();
    }
  }

  /** Ends the film after the last frame. */
  async finishFilm(): Promise<void> {
    const film = this.#film;
    if (film === undefined) return;
    this.#film = undefined;
    this.#options.film.removeAttribute('aria-pressed');
    download(await film.stop(), `${this.#options.run().folder}.webm`);
  }
}
