// SPDX-License-Identifier: MIT
/** The panel Export of the tab Watch: pictures, films with camera paths, tables, plots, a model and a page. */

import { readFrame } from '../run-source/read-frame.ts';
import { button, checkbox, select } from '../ui/controls.ts';
import { download } from '../ui/download.ts';
import { formatQuantity } from '../ui/format.ts';
import { fill, h } from '../ui/h.ts';
import { CameraPath, type Triple } from './camera-path.ts';
import { curvesCsv, frameCsv, type GroupMean, groupMeans, groupsCsv, historyCsv } from './csv-text.ts';
import { largestSide, PictureCanvas, type PictureSize } from './draw-picture.ts';
import './export.css';
import type { ExportTarget } from './export-target.ts';
import { plotSvg } from './plot-svg.ts';

const SIZES = {
  screen: 'as on the screen',
  double: 'twice the screen',
  '1280x720': '1280 × 720',
  '1920x1080': '1920 × 1080 (Full HD)',
  '3840x2160': '3840 × 2160 (4K)',
} as const;
const FRAME_RATES = ['24', '25', '30', '50', '60'] as const;
const LENGTHS = ['2', '5', '10', '20', '30', '60'] as const;

export class ExportPanel {
  readonly element: HTMLElement;
  readonly #target: ExportTarget;
  readonly #path = new CameraPath();
  readonly #pathList = h('ul', { class: 'camera-views' });
  readonly #progress = h('progress', { max: 1, value: 0, hidden: true, 'aria-label': 'Progress of the film' });
  readonly #film: HTMLButtonElement;
  #stop: AbortController | undefined;
  #follows = false;

  constructor(target: ExportTarget) {
    this.#target = target;
    const sizes = Object.entries(SIZES).map(([value, label]) => ({ value, label }));
    const pictureSize = select('Size', sizes, 'screen', () => {});
    const isTransparent = checkbox('Transparent', false, () => {});
    const isLabelled = checkbox('Legend and scale', true, () => {});
    const savePicture = button('Save picture (PNG)', () => {
      const options = { isTransparent: isTransparent.input.checked, isLabelled: isLabelled.input.checked };
      this.#try(() => this.#savePicture(pictureSize.input.value, options));
    });
    const format = select(
      'Format',
      [
        { value: 'mp4', label: 'MP4' },
        { value: 'webm', label: 'WebM' },
      ],
      'mp4',
      () => {},
    );
    const filmSize = select('Film size', sizes, '1280x720', () => {});
    const rate = select(
      'Pictures a second',
      FRAME_RATES.map((value) => ({ value })),
      '30',
      () => {},
    );
    const lengths = LENGTHS.map((value) => ({ value, label: `${value} s` }));
    const length = select('Length', lengths, '10', () => {});
    const isFilmLabelled = checkbox('Legend and time', true, () => {});
    this.#film = button('Save film', () => {
      if (this.#stop !== undefined) {
        this.#stop.abort(new Error('The film was stopped.'));
        return;
      }
      this.#try(() =>
        this.#saveFilm({
          format: format.input.value === 'webm' ? 'webm' : 'mp4',
          size: filmSize.input.value,
          frameRate: Number(rate.input.value),
          length: Number(length.input.value),
          isLabelled: isFilmLabelled.input.checked,
        }),
      );
    });
    const follow = checkbox('Follow when playing', false, (value) => {
      this.#follows = value;
      this.#moveCamera();
    });
    const save = (text: string, work: () => Promise<void>): HTMLButtonElement => button(text, () => this.#try(work));
    this.element = h(
      'div',
      { class: 'export' },
      h('h3', {}, 'Picture'),
      pictureSize.row,
      isTransparent.row,
      isLabelled.row,
      savePicture,
      h('h3', {}, 'Film'),
      format.row,
      filmSize.row,
      rate.row,
      length.row,
      isFilmLabelled.row,
      h('div', { class: 'row' }, this.#film, this.#progress),
      h('h3', {}, 'Camera path'),
      h('p', { class: 'muted' }, 'The views at some times; a film moves smoothly from one to the next.'),
      h(
        'div',
        { class: 'row' },
        button('Add this view', () => this.#addView(), 'Add this view at the time shown'),
        button('Clear', () => this.#changePath(() => this.#path.clear()), 'Clear the path'),
      ),
      this.#pathList,
      follow.row,
      h('h3', {}, 'Data'),
      h(
        'div',
        { class: 'row' },
        save('Frame (CSV)', () => this.#saveFrame()),
        save('Picked body (CSV)', () => this.#saveBody()),
        save('Groups (CSV)', () => this.#saveGroups()),
        save('Plot (CSV)', () => this.#savePlot('csv')),
        save('Plot (SVG)', () => this.#savePlot('svg')),
        save('Model (GLB)', () => this.#saveModel()),
        save('Page (HTML)', () => this.#savePage()),
      ),
    );
    target.player.onChange(() => this.#moveCamera());
    this.#changePath(() => {});
  }

  get #name(): string {
    return this.#target.run().folder;
  }

  get #frameName(): string {
    return `${this.#name}-${this.#target.player.index}`;
  }

  #try(work: () => Promise<void>): void {
    work().catch((error: unknown) => this.#target.announce(error instanceof Error ? error.message : String(error)));
  }

  #sizeOf(choice: string): PictureSize {
    const { clientWidth, clientHeight } = this.#target.stage.element;
    const [, width, height] = /^(\d+)x(\d+)$/.exec(choice) ?? [];
    const factor = choice === 'double' ? 2 : 1;
    const most = largestSide(this.#target.stage);
    const wanted =
      width === undefined
        ? { width: factor * clientWidth, height: factor * clientHeight }
        : { width: Number(width), height: Number(height) };
    if (Math.max(wanted.width, wanted.height) > most) {
      throw new Error(`${wanted.width} x ${wanted.height}: this graphics card draws at most ${most} pixels a side.`);
    }
    return wanted;
  }

  async #savePicture(choice: string, options: { isTransparent: boolean; isLabelled: boolean }): Promise<void> {
    if (this.#target.scene() === undefined) throw new Error('There is no frame to draw.');
    const picture = new PictureCanvas({ ...this.#sizeOf(choice), ...options });
    picture.draw(this.#target, this.#target.player.time);
    download(await picture.png(), `${this.#frameName}.png`);
  }

  async #saveFilm(options: {
    readonly format: 'mp4' | 'webm';
    readonly size: string;
    readonly frameRate: number;
    readonly length: number;
    readonly isLabelled: boolean;
  }): Promise<void> {
    const { format, size, frameRate, length, isLabelled } = options;
    const { width, height } = this.#sizeOf(size);
    this.#target.player.pause();
    this.#stop = new AbortController();
    this.#film.textContent = 'Stop the film';
    this.#progress.hidden = false;
    try {
      const { makeFilm } = await import('./film.ts');
      const film = await makeFilm(this.#target, {
        format,
        frameRate,
        length,
        isLabelled,
        isTransparent: false,
        // Most codecs have even sides only.
        width: width - (width % 2),
        height: height - (height % 2),
        path: this.#path,
        signal: this.#stop.signal,
        onProgress: (part) => {
          this.#progress.value = part;
        },
      });
      download(film, `${this.#name}.${format}`);
    } finally {
      this.#stop = undefined;
      this.#film.textContent = 'Save film';
      this.#progress.hidden = true;
    }
  }

  #addView(): void {
    const { stage, player } = this.#target;
    const position = stage.camera.position.toArray() as unknown as Triple;
    const target = stage.controls.target.toArray() as unknown as Triple;
    this.#changePath(() => this.#path.add({ time: player.time, position, target }));
  }

  #changePath(change: () => void): void {
    change();
    fill(
      this.#pathList,
      ...this.#path.views.map(({ time }) => {
        const text = formatQuantity(time, 's');
        return h(
          'li',
          {},
          button(text, () => this.#goTo(time), `${text}: go to this view`),
          button('×', () => this.#changePath(() => this.#path.remove(time)), `Remove the view at ${text}`),
        );
      }),
    );
  }

  #goTo(time: number): void {
    this.#target.player.pause();
    this.#target.player.seekTime(time);
    this.#moveCamera(true);
  }

  #moveCamera(isWanted = this.#follows): void {
    const { stage, player } = this.#target;
    const view = isWanted ? this.#path.at(player.time) : undefined;
    if (view === undefined) return;
    stage.camera.position.set(...view.position);
    stage.controls.target.set(...view.target);
    stage.invalidate();
  }

  async #saveFrame(): Promise<void> {
    const scene = this.#target.scene();
    if (scene === undefined) throw new Error('There is no frame to save.');
    saveText(frameCsv(scene.frame, scene.header), `${this.#frameName}.csv`);
  }

  async #saveBody(): Promise<void> {
    const id = this.#target.scene()?.pickedId;
    if (id === undefined) throw new Error('No body is picked: click one in the picture first.');
    saveText(historyCsv(await this.#target.source.history(id)), `${this.#name}-body-${id}.csv`);
  }

  async #saveGroups(): Promise<void> {
    const header = this.#target.header();
    if (header === undefined) throw new Error('There is no frame to save.');
    const means: GroupMean[] = [];
    for (let index = 0; index < this.#target.player.times.length; index++) {
      means.push(...groupMeans(await readFrame(this.#target.source, index), header));
    }
    saveText(groupsCsv(means), `${this.#name}-shapes.csv`);
  }

  async #savePlot(kind: 'csv' | 'svg'): Promise<void> {
    const curves = this.#target.curves();
    if (curves === undefined) throw new Error('No curves are plotted.');
    const name = `${this.#name}-${curves.name}.${kind}`;
    if (kind === 'csv') saveText(curvesCsv(curves), name);
    else download(new Blob([plotSvg(curves)], { type: 'image/svg+xml' }), name);
  }

  async #saveModel(): Promise<void> {
    const { frameGlb } = await import('./frame-glb.ts');
    download(await frameGlb(this.#target), `${this.#frameName}.glb`);
  }

  async #savePage(): Promise<void> {
    const { runPage } = await import('./run-page.ts');
    download(await runPage(this.#target), `${this.#name}.html`);
  }
}

function saveText(text: string, name: string): void {
  download(new Blob([text], { type: 'text/csv' }), name);
}
