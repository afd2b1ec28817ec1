// SPDX-License-Identifier: MIT
/**
 * A film of the run as MP4 or WebM, drawn frame by frame and encoded by WebCodecs, not in real time: its frame rate,
 * length and size are free, and a slow machine only takes longer. mediabunny writes the containers: it is the kept
 * successor of mp4-muxer and webm-muxer, and chooses codecs that the browser has.
 */
import {
  BufferTarget,
  CanvasSource,
  getFirstEncodableVideoCodec,
  Mp4OutputFormat,
  Output,
  QUALITY_HIGH,
  type VideoCodec,
  WebMOutputFormat,
} from 'mediabunny';
import type { Frame } from '../../../src/io.ts';
import { readFrame } from '../run-source/read-frame.ts';
import { blendedFrame } from './blended-frame.ts';
import type { CameraPath } from './camera-path.ts';
import { PictureCanvas, type PictureOptions } from './draw-picture.ts';
import type { ExportTarget } from './export-target.ts';

export type FilmFormat = 'mp4' | 'webm';

export interface FilmOptions extends PictureOptions {
  readonly format: FilmFormat;
  /** Pictures a second. */
  readonly frameRate: number;
  /** s */
  readonly length: number;
  /** Followed if it has views. */
  readonly path: CameraPath;
  readonly onProgress: (part: number) => void;
  readonly signal: AbortSignal;
}

/** The first that the browser can encode; players know the earlier ones better. */
const CODECS: Readonly<Record<FilmFormat, VideoCodec[]>> = {
  mp4: ['avc', 'hevc', 'vp9', 'av1'],
  webm: ['vp9', 'av1', 'vp8'],
};

/** Undefined if the browser cannot encode films of this format and size. */
export async function filmCodec(format: FilmFormat, width: number, height: number): Promise<VideoCodec | undefined> {
  if (typeof VideoEncoder === 'undefined') return undefined;
  return (await getFirstEncodableVideoCodec(CODECS[format], { width, height })) ?? undefined;
}

/** Frames of the run in order, two of them in memory. */
class FramesAhead {
  readonly #target: ExportTarget;
  readonly #kept = new Map<number, Promise<Frame>>();

  constructor(target: ExportTarget) {
    this.#target = target;
  }

  /** The moment of the run at a time, s. */
  async at(time: number): Promise<Frame> {
    const { times } = this.#target.player;
    let index = times.findIndex((each) => each > time) - 1;
    if (index < 0) index = time < times[0] ? 0 : times.length - 1;
    const next = Math.min(index + 1, times.length - 1);
    for (const known of this.#kept.keys()) if (known !== index && known !== next) this.#kept.delete(known);
    const [first, second] = await Promise.all([this.#read(index), this.#read(next)]);
    const span = second.time - first.time;
    return span > 0 ? blendedFrame(first, second, Math.min(1, (time - first.time) / span)) : first;
  }

  #read(index: number): Promise<Frame> {
    const known = this.#kept.get(index) ?? readFrame(this.#target.source, index);
    this.#kept.set(index, known);
    return known;
  }
}

/** Rejects with the reason when it is stopped or the browser cannot encode. */
export async function makeFilm(target: ExportTarget, options: FilmOptions): Promise<Blob> {
  const { format, frameRate, length, path, onProgress, signal, width, height } = options;
  const scene = target.scene();
  const { stage, player } = target;
  const codec = await filmCodec(format, width, height);
  if (scene === undefined) throw new Error('there is no frame to film');
  if (codec === undefined) {
    throw new Error(
      `this browser encodes no ${format} of ${width} x ${height}; take the other format or a smaller size`,
    );
  }
  const picture = new PictureCanvas(options);
  const video = new CanvasSource(picture.canvas, { codec, bitrate: QUALITY_HIGH });
  const output = new Output({
    format: format === 'mp4' ? new Mp4OutputFormat({ fastStart: 'in-memory' }) : new WebMOutputFormat(),
    target: new BufferTarget(),
  });
  output.addVideoTrack(video, { frameRate });
  const camera = { position: stage.camera.position.clone(), target: stage.controls.target.clone() };
  const frames = new FramesAhead(target);
  const [start = 0, end = 0] = [player.times[0], player.times.at(-1)];
  const count = Math.max(2, Math.round(length * frameRate));
  const shown = scene.frame;
  await output.start();
  try {
    for (let k = 0; k < count; k++) {
      signal.throwIfAborted();
      const time = start + ((end - start) * k) / (count - 1);
      scene.show(await frames.at(time));
      const view = path.at(time);
      if (view !== undefined) {
        stage.camera.position.set(...view.position);
        stage.controls.target.set(...view.target);
      }
      picture.draw(target, time);
      await video.add(k / frameRate, 1 / frameRate);
      onProgress((k + 1) / count);
    }
    await output.finalize();
  } catch (error) {
    await output.cancel();
    throw error;
  } finally {
    stage.camera.position.copy(camera.position);
    stage.controls.target.copy(camera.target);
    scene.show(shown);
    stage.invalidate();
  }
  const { buffer } = output.target;
  if (buffer === null) throw new Error('the film could not be written');
  return new Blob([buffer], { type: format === 'mp4' ? 'video/mp4' : 'video/webm' });
}
