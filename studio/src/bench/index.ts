// SPDX-License-Identifier: MIT
/**
 * #/bench: the cost of a picture with many bodies, drawn as Watch draws it. Every frame moves, rotates and colours all
 * bodies, as in playback: triangles and draw calls of all passes at the best quality, bytes sent to the graphics card,
 * CPU time of the page, time of the graphics card, and the quality that the page has chosen by these times.
 * `#/bench?spheres=2000&polyhedra=500&curved=500&frames=5` measures other sizes.
 */
import { BodyLayer } from '../drawing/body-layer.ts';
import { LitStage } from '../drawing/lit-stage.ts';
import { BEST } from '../drawing/quality.ts';
import type { MakeView } from '../studio-view.ts';
import { formatBytes, formatCount, formatNumber } from '../ui/format.ts';
import { h } from '../ui/h.ts';
import './bench.css';
import { curvedPacking, type Packing, polyhedronPacking, spherePacking, stir } from './packings.ts';

interface Measured {
  readonly name: string;
  readonly bodies: number;
  readonly drawCalls: number;
  readonly triangles: number;
  /** Of a frame. */
  readonly bytes: number;
  /** ms, sorted */
  readonly page: readonly number[];
  readonly card: readonly number[];
  readonly quality: number;
}

/** Different stones in the packings of polyhedra. */
const FEW_STONES = 20;
const MANY_STONES = 500;

const PACKING = 'bed';
const DEFAULTS = { spheres: 100_000, polyhedra: 10_000, curved: 10_000, frames: 60 };

function setting(name: keyof typeof DEFAULTS): number {
  const query = new URLSearchParams(location.hash.split('?')[1] ?? '');
  const value = Number(query.get(name) ?? DEFAULTS[name]);
  return Number.isInteger(value) && value > 0 ? value : DEFAULTS[name];
}

const nextFrame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
const sorted = (times: readonly number[]): number[] => [...times].sort((a, b) => a - b);
const quantile = (times: readonly number[], part: number): number =>
  times[Math.min(times.length - 1, Math.floor(part * times.length))] ?? Number.NaN;

async function measure(stage: LitStage, name: string, packing: Packing, frames: number): Promise<Measured> {
  const { ids } = packing.bodies;
  const layer = new BodyLayer(packing.shapes, ids.length, stage.look.light);
  // The last packing stays visible.
  stage.scene.getObjectByName(PACKING)?.removeFromParent();
  layer.group.name = PACKING;
  stage.scene.add(layer.group);
  stage.setDetail = (pixels, error) => layer.setDetail(pixels, error);
  packing.box.getBoundingSphere(stage.look.around);
  stage.look.reach = 1;
  stage.fitFirst(packing.box);
  const { info } = stage.renderer;
  info.autoReset = false;
  // Counts are those of the best quality, whatever the graphics card is.
  layer.setBodies(packing.bodies, [0, 0, 0]);
  layer.setValues(packing.values);
  stage.look.move();
  info.reset();
  stage.drawNow();
  const { calls, triangles } = info.render;
  const page: number[] = [];
  const card: number[] = [];
  let before = 0;
  // The first two compile shaders and fill buffers.
  for (let k = -2; k < frames; k++) {
    await nextFrame();
    stir(packing, k);
    before = layer.uploadedBytes;
    const start = performance.now();
    layer.setBodies(packing.bodies, [0, 0, 0]);
    layer.setValues(packing.values);
    stage.look.move();
    stage.drawMoving();
    if (k >= 0) page.push(performance.now() - start);
    await stage.drawn();
    if (k >= 0) card.push(stage.tookMs);
  }
  return {
    name,
    bodies: ids.length,
    drawCalls: calls,
    triangles,
    bytes: layer.uploadedBytes - before,
    page: sorted(page),
    card: sorted(card),
    quality: stage.qualityLevel,
  };
}

function row({ name, bodies, drawCalls, triangles, bytes, page, card, quality }: Measured): HTMLElement {
  const times = [quantile(page, 0.5), quantile(page, 0.95), quantile(card, 0.5)].map((ms) => formatNumber(ms, 3));
  const counts = [formatCount(bodies), drawCalls, formatCount(triangles), formatBytes(bytes)];
  const cells = [name, ...counts, ...times, `${quality} of ${BEST}`];
  return h('tr', {}, ...cells.map((text) => h('td', {}, text)));
}

const HEADINGS = [
  'bed',
  'bodies',
  'draw calls',
  'triangles',
  'sent a frame',
  'page: median, ms',
  '95 of 100, ms',
  'graphics card: median, ms',
  'quality at the end',
];

export const makeView: MakeView = async ({ theme }) => {
  const stage = new LitStage(theme);
  const rows = h('tbody', {});
  const state = h('p', { class: 'muted', role: 'status' }, 'Measuring…');
  const element = h(
    'div',
    { class: 'bench' },
    stage.element,
    h(
      'section',
      { class: 'panel' },
      h('h2', {}, 'Cost of a picture'),
      h('table', {}, h('thead', {}, h('tr', {}, ...HEADINGS.map((text) => h('th', {}, text)))), rows),
      state,
    ),
  );
  let isMeasured = false;
  const run = async (): Promise<void> => {
    const frames = setting('frames');
    rows.append(row(await measure(stage, 'spheres', spherePacking(setting('spheres')), frames)));
    const count = setting('polyhedra');
    for (const wanted of [FEW_STONES, MANY_STONES]) {
      const stones = Math.min(wanted, count);
      const packing = polyhedronPacking(count, stones);
      rows.append(row(await measure(stage, `polyhedra of ${stones} shapes`, packing, frames)));
    }
    rows.append(row(await measure(stage, 'ellipsoids', curvedPacking(setting('curved')), frames)));
    state.textContent = `Done: ${frames} frames each. Numbers of triangles and draw calls include shadows.`;
  };
  return {
    element,
    show() {
      stage.show();
      if (!isMeasured) run();
      isMeasured = true;
    },
    hide: () => stage.hide(),
  };
};
