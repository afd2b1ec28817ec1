// SPDX-License-Identifier: MIT
/** The program of a page that plays a run by itself, from one file, offline; export/run-page.ts writes it. */
import { type Frame, Trajectory } from '../../../src/io.ts';
import { COLOUR_MAPS, type ColourMapName } from '../drawing/colour-map.ts';
import { LitStage } from '../drawing/lit-stage.ts';
import { StageTools } from '../drawing/stage-tools.ts';
import { hasWebGl2, webGlNotice } from '../drawing/web-gl.ts';
import { Theme } from '../theme.ts';
import { select } from '../ui/controls.ts';
import { h } from '../ui/h.ts';
import { makeMessages } from '../ui/messages.ts';
import { BODY_FIELDS, fieldNamed } from '../watch/body-values.ts';
import { handleKey } from '../watch/keys.ts';
import { updateLegend } from '../watch/legend.ts';
import { Player } from '../watch/player.ts';
import { makeTimeBar } from '../watch/time-bar.ts';
import { type ColourScale, WatchScene } from '../watch/watch-scene.ts';
import { DATA_ID, type PageData } from './page-data.ts';

async function unpacked(base64: string): Promise<Uint8Array> {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function play(data: PageData, trajectory: Trajectory): void {
  const theme = new Theme();
  const stage = new LitStage(theme);
  const player = new Player();
  const { element: message, announce } = makeMessages();
  const legend = h('div', { class: 'legend' });
  const frameAt = (index: number): Frame | undefined => trajectory.frame(index);
  const first = frameAt(0);
  if (first === undefined) throw new Error('The run has no frame.');
  const map = Object.hasOwn(COLOUR_MAPS, data.map) ? (data.map as ColourMapName) : 'viridis';
  let scale: ColourScale = { field: fieldNamed(data.field), map, range: data.range, isLog: data.isLog ?? false };
  const scene = new WatchScene(stage, trajectory.header, first, {}, scale);
  scene.theme = theme;
  const showLegend = (): void => updateLegend(legend, scale, scene.range, trajectory.header);
  const colours = select(
    'Colour by',
    BODY_FIELDS.map(({ name, label }) => ({ value: name, label })),
    scale.field.name,
    (name) => {
      // A range belongs to the field that it was chosen for.
      scale = { ...scale, field: fieldNamed(name), range: undefined };
      scene.scale = scale;
      showLegend();
    },
  );
  const fit = (): void => stage.fit(scene.bounds);
  // The camera follows nothing here, so that nothing is to be told when it is taken.
  const tools = new StageTools(stage, { take() {} }, fit);
  let shown = 0;
  player.setTimes(trajectory.frames.map(({ time }) => time));
  player.onChange(() => {
    stage.invalidate();
    if (player.index === shown) return;
    shown = player.index;
    stage.element.dataset.frame = String(shown + 1);
    const frame = frameAt(shown);
    if (frame === undefined) return;
    scene.look(frame);
    scene.show(frame);
    showLegend();
  });
  stage.onFrame((now) => player.tick(now, () => true));
  addEventListener('keydown', (event) => handleKey(event, { player, tools, fit }));
  stage.element.append(legend);
  const bar = makeTimeBar(player, announce);
  bar.append(colours.row);
  document.body.append(
    h('header', {}, h('h1', { class: 'brand' }, data.title)),
    h('main', {}, h('div', { class: 'watch' }, h('div', { class: 'watch-main' }, stage.element, bar))),
    message,
  );
  showLegend();
  stage.show();
  tools.isOrthographic = data.isOrthographic;
  stage.camera.position.fromArray(data.camera.position).sub(scene.origin);
  stage.controls.target.fromArray(data.camera.target).sub(scene.origin);
  stage.invalidate();
}

try {
  if (!hasWebGl2()) document.body.append(webGlNotice());
  else {
    const data = JSON.parse(document.getElementById(DATA_ID)?.textContent ?? '') as PageData;
    play(data, new Trajectory(await unpacked(data.trajectory)));
  }
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  document.body.append(h('p', { class: 'notice', role: 'alert' }, reason));
}
