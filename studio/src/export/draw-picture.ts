// SPDX-License-Identifier: MIT
/** The picture at any size, with legend, title, time and a scale bar, or transparent for other pictures. */
import * as THREE from 'three';
import type { LitStage } from '../drawing/lit-stage.ts';
import { formatQuantity } from '../ui/format.ts';
import { paintLegend } from '../watch/legend.ts';
import type { ExportTarget } from './export-target.ts';

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

export interface PictureOptions extends PictureSize {
  readonly isTransparent: boolean;
  /** With legend, title, time and scale bar. */
  readonly isLabelled: boolean;
}

/** Letters of a picture, as a part of its shorter side. */
const LETTERS = 1 / 48;
const SMALLEST_LETTERS = 11;
/** A scale bar is at most this part of the width. */
const LONGEST_BAR = 0.2;

/** Largest side that the graphics card can draw. */
export function largestSide(stage: LitStage): number {
  const context = stage.renderer.getContext();
  return Math.min(
    context.getParameter(context.MAX_RENDERBUFFER_SIZE) as number,
    context.getParameter(context.MAX_TEXTURE_SIZE) as number,
  );
}

/** Draws the stage once at another size with its best looks, onto a canvas; the stage is as before afterwards. */
function drawStage(stage: LitStage, onto: CanvasRenderingContext2D, isTransparent: boolean): void {
  const { renderer, camera, look } = stage;
  const { width, height } = onto.canvas;
  const before = {
    ratio: renderer.getPixelRatio(),
    size: renderer.getSize(new THREE.Vector2()),
    aspect: camera.aspect,
  };
  try {
    renderer.setPixelRatio(1);
    renderer.setSize(width, height, false);
    camera.aspect = width / height;
    camera.updateProjectionMatrix();
    look.hasBackground = !isTransparent;
    onto.clearRect(0, 0, width, height);
    onto.drawImage(stage.drawNow(), 0, 0);
  } finally {
    look.hasBackground = true;
    renderer.setPixelRatio(before.ratio);
    renderer.setSize(before.size.x, before.size.y, false);
    camera.aspect = before.aspect;
    camera.updateProjectionMatrix();
    stage.invalidate();
  }
}

/** A length of 1, 2 or 5 times a power of ten, at most `longest`. */
export function roundLength(longest: number): number {
  const power = 10 ** Math.floor(Math.log10(longest));
  return ([5, 2, 1].find((factor) => factor * power <= longest) ?? 1) * power;
}

/** The bar has its length at the distance of the point that the camera looks at. */
function paintScaleBar(context: CanvasRenderingContext2D, stage: LitStage, size: number, colour: string): void {
  const { camera, controls } = stage;
  const { width, height } = context.canvas;
  const distance = camera.position.distanceTo(controls.target);
  const metresPerPixel = (2 * distance * Math.tan(THREE.MathUtils.degToRad(camera.fov / 2))) / camera.zoom / height;
  const length = roundLength(LONGEST_BAR * width * metresPerPixel);
  const pixels = length / metresPerPixel;
  const [right, y] = [width - 1.2 * size, height - 1.4 * size];
  context.fillStyle = colour;
  context.fillRect(right - pixels, y, pixels, Math.max(2, size / 6));
  for (const x of [right - pixels, right]) context.fillRect(x - size / 12, y - size / 3, size / 6, size / 2);
  const text = formatQuantity(length, 'm');
  context.fillText(text, right - pixels / 2 - context.measureText(text).width / 2, y - size / 2);
}

function paintLabels(context: CanvasRenderingContext2D, target: ExportTarget, time: number): void {
  const scene = target.scene();
  if (scene === undefined) return;
  const { width, height } = context.canvas;
  const size = Math.max(SMALLEST_LETTERS, Math.round(LETTERS * Math.min(width, height)));
  const colour = target.theme.colour('--text');
  paintLegend(context, scene, { size, colour });
  context.fillStyle = colour;
  context.fillText(`${target.run().manifest.title}, t = ${formatQuantity(time, 's')}`, size, 1.6 * size);
  paintScaleBar(context, target.stage, size, colour);
}

/** Draws what the stage shows, which is of `time`, onto a canvas of its own. */
export class PictureCanvas {
  readonly canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D;
  readonly #options: PictureOptions;

  constructor(options: PictureOptions) {
    this.#options = options;
    this.canvas = document.createElement('canvas');
    this.canvas.width = options.width;
    this.canvas.height = options.height;
    const context = this.canvas.getContext('2d');
    if (context === null) throw new Error('the browser has no memory for a picture of this size');
    this.#context = context;
  }

  draw(target: ExportTarget, time: number): void {
    drawStage(target.stage, this.#context, this.#options.isTransparent);
    if (this.#options.isLabelled) paintLabels(this.#context, target, time);
  }

  png(): Promise<Blob> {
    return new Promise((resolve, reject) => {
      this.canvas.toBlob(
        (blob) => (blob === null ? reject(new Error('the picture could not be made')) : resolve(blob)),
        'image/png',
      );
    });
  }
}
