// SPDX-License-Identifier: MIT
/**
 * The run as one HTML file that plays it by itself, offline: for the supplement of a paper, or for someone without
 * Scree. The file carries the trajectory, the program and its styles.
 */
import { Vector3 } from 'three';
import toolStyle from '../drawing/stage-tools.css?inline';
import playerUrl from '../page-player/main.ts?worker&url';
import { DATA_ID, type PageData } from '../page-player/page-data.ts';
import studioStyle from '../style.css?inline';
import themeStyle from '../theme.css?inline';
import controlStyle from '../ui/controls.css?inline';
import watchStyle from '../watch/watch.css?inline';
import type { ExportTarget } from './export-target.ts';

/** Beyond this many bytes of frames a page takes long to open. */
const MOST_BYTES = 200 << 20;

const STYLES = [themeStyle, studioStyle, controlStyle, toolStyle, watchStyle];

/** Encoded in parts: a call takes limited arguments. */
const CHUNK = 1 << 15;

function base64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += CHUNK) text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return btoa(text);
}

async function textAt(address: string | URL): Promise<string> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response.text();
}

/** The program with the modules that it imports as data, since a file may not load others. */
async function programText(): Promise<string> {
  const address = new URL(playerUrl, document.baseURI);
  const program = await textAt(address);
  const imported = [
    ...new Set([...program.matchAll(/(?:from|import)\s*["'](\.\/[^"']+)["']/g)].map(([, path]) => path)),
  ];
  const texts = await Promise.all(
    imported.map(
      async (path) => [path, base64(new TextEncoder().encode(await textAt(new URL(path, address))))] as const,
    ),
  );
  return texts.reduce(
    (text, [path, code]) => text.replaceAll(path, `data:text/javascript;base64,${code}`),
    // The end of the element must not appear in the program.
    program.replaceAll('</script', '<\\/script'),
  );
}

async function trajectoryBytes({ source, player, announce }: ExportTarget): Promise<Blob> {
  const { frames, problem } = await source.trajectory(0);
  const size = frames.reduce((sum, [length]) => sum + length, 0);
  if (size > MOST_BYTES) {
    const mebibytes = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MiB`;
    throw new Error(
      `The frames have ${mebibytes(size)}, a page takes ${mebibytes(MOST_BYTES)}: record fewer with a longer interval.`,
    );
  }
  if (problem !== undefined) announce(problem);
  const whole = await source.wholeTrajectory();
  if (whole === undefined || player.times.length === 0) throw new Error('The run has no frames.');
  return whole;
}

export async function runPage(target: ExportTarget): Promise<Blob> {
  const { stage } = target;
  const { field, map, range, isLog } = target.scale();
  const frames = await trajectoryBytes(target);
  const packed = await new Response(frames.stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer();
  const { title } = target.run().manifest;
  const origin = target.scene()?.origin ?? new Vector3();
  const inWorld = (point: Vector3): number[] => point.clone().add(origin).toArray();
  const data: PageData = {
    title,
    field: field.name,
    map,
    ...(range !== undefined && { range }),
    ...(isLog !== undefined && { isLog }),
    isOrthographic: stage.isOrthographic,
    camera: { position: inWorld(stage.camera.position), target: inWorld(stage.controls.target) },
    trajectory: base64(new Uint8Array(packed)),
  };
  const escaped = title.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  const parts = [
    '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n',
    '<meta name="viewport" content="width=device-width, initial-scale=1">\n<meta name="color-scheme" content="light dark">\n',
    `<title>${escaped}</title>\n<style>\n${STYLES.join('\n')}\n</style>\n</head>\n<body>\n`,
    `<script type="application/json" id="${DATA_ID}">${json}</script>\n`,
    `<script type="module">${await programText()}</script>\n</body>\n</html>\n`,
  ];
  return new Blob(parts, { type: 'text/html' });
}
