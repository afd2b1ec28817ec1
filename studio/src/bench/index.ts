// SPDX-License-Identifier: MIT
/**
 * #/bench: CPU time of the page for a frame with many bodies, and the number of draw calls. Every frame moves, rotates
 * and colours all bodies, as in playback. The time of the graphics card is not included.
 * `#/bench?spheres=2000&polyhedra=500&frames=5` measures other sizes.
 */
import { BodyLayer } from '../drawing/body-layer.ts';
import { Stage } from '../drawing/stage.ts';
import type { MakeView } from '../studio-view.ts';
import { formatCount, formatNumber } from '../ui/format.ts';
import { h } from '../ui/h.ts';
import './bench.css';
import { type Packing, polyhedronPacking, spherePacking, stir } from './packings.ts';

interface Measured {
  readonly name: string;
  readonly bodies: number;
  readonly drawCalls: number;
  /** ms, sorted */
  readonly moving: readonly number[];
  readonly still: readonly number[];
}

/** Different stones in the packings of polyhedra. */
const FEW_STONES = 20;
const MANY_STONES = 500;

const PACKING = 'bed';
const DEFAULTS = { spheres: 100_000, polyhedra: 10_000, frames: 60 };

function setting(name: keyof typeof DEFAULTS): number {
  const query = new URLSearchParams(location.hash.split('?')[1] ?? '');
  const value = Number(query.get(name) ?? DEFAULTS[name]);
  return Number.isInteger(value) && value > 0 ? value : DEFAULTS[name];
}

const nextFrame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
const sorted = (times: readonly number[]): number[] => [...times].sort((a, b) => a - b);
const quantile = (times: readonly number[], part: number): number =>
  times[Math.min(times.length - 1, Math.floor(part * times.length))] ?? Number.NaN;

async function measure(stage: Stage, name: string, packing: Packing, frames: number): Promise<Measured> {
  const layer = new BodyLayer(packing.shapes, packing.bodies.ids.length);
  // The last packing stays visible.
  stage.scene.getObjectByName(PACKING)?.removeFromParent();
  layer.group.name = PACKING;
  stage.scene.add(layer.group);
  stage.fitFirst(packing.box);
  const moving: number[] = [];
  const still: number[] = [];
  // The first two compile shaders and fill buffers.
  for (let k = -2; k < frames; k++) {
    await nextFrame();
    stir(packing, k);
    const start = performance.now();
    layer.setBodies(packing.bodies, [0, 0, 0]);
    layer.setValues(packing.values);
    stage.renderer.render(stage.scene, stage.camera);
    if (k >= 0) moving.push(performance.now() - start);
    await nextFrame();
    const again = performance.now();
    stage.renderer.render(stage.scene, stage.camera);
    if (k >= 0) still.push(performance.now() - again);
  }
  const drawCalls = stage.renderer.info.render.calls;
  return { name, bodies: packing.bodies.ids.length, drawCalls, moving: sorted(moving), still: sorted(still) };
}

function row({ name, bodies, drawCalls, moving, still }: Measured): HTMLElement {
  const cells = [quantile(moving, 0.5), quantile(moving, 0.95), quantile(still, 0.5)].map((ms) => formatNumber(ms, 3));
  return h('tr', {}, ...[name, formatCount(bodies), drawCalls, ...cells].map((text) => h('td', {}, text)));
}

const HEADINGS = [
  'bed',
  'bodies',
  'draw calls',
  'all moving: median, ms',
  '95 of 100, ms',
  'camera moving: median, ms',
];

export const makeView: MakeView = async ({ theme }) => {
  const stage = new Stage(theme);
  const rows = h('tbody', {});
  const state = h('p', { class: 'muted', role: 'status' }, 'Measuring…');
  const element = h(
    'div',
    { class: 'bench' },
    stage.element,
    h(
      'section',
      { class: 'panel' },
      h('h2', {}, 'Time of the page for a frame'),
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
    state.textContent = `Done: ${frames} frames each. Work of the graphics card is not included.`;
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
