// SPDX-License-Identifier: MIT
/** Screenshots as PNG with the legend, and videos as WebM where the browser supports recording. */
import type { Stage } from '../drawing/stage.ts';

/** Paints everything besides the bodies, such as the legend. */
type PaintOver = (context: CanvasRenderingContext2D) => void;

export function screenshot(stage: Stage, paintOver: PaintOver): Promise<Blob> {
  const source = stage.drawNow();
  const canvas = document.createElement('canvas');
  canvas.width = source.width;
  canvas.height = source.height;
  const context = canvas.getContext('2d');
  context?.drawImage(source, 0, 0);
  if (context !== null) paintOver(context);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error('the picture could not be made')) : resolve(blob)),
      'image/png',
    );
  });
}

const FILM_TYPES = ['video/webm;codecs=vp9', 'video/webm;codecs=vp8', 'video/webm'];
const FRAMES_PER_SECOND = 30;
const BITS_PER_SECOND = 12e6;

/** Undefined if the browser cannot record WebM. */
export function filmType(): string | undefined {
  return typeof MediaRecorder === 'undefined'
    ? undefined
    : FILM_TYPES.find((type) => MediaRecorder.isTypeSupported(type));
}

/** Records the stage until `stop`; the blob is then available. */
export class Film {
  readonly #recorder: MediaRecorder;
  readonly #parts: Blob[] = [];
  readonly #type: string;

  constructor(stage: Stage, type: string) {
    this.#type = type;
    const stream = stage.renderer.domElement.captureStream(FRAMES_PER_SECOND);
    this.#recorder = new MediaRecorder(stream, { mimeType: type, videoBitsPerSecond: BITS_PER_SECOND });
    this.#recorder.ondataavailable = ({ data }) => this.#parts.push(data);
    this.#recorder.start(1000);
  }

  stop(): Promise<Blob> {
    return new Promise((resolve) => {
      this.#recorder.onstop = () => {
        for (const track of this.#recorder.stream.getTracks()) track.stop();
        resolve(new Blob(this.#parts, { type: this.#type }));
      };
      this.#recorder.stop();
    });
  }
}
