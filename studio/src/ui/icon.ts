// SPDX-License-Identifier: MIT
/** The icons of the studio: one set of outlines on a grid of 16, drawn in the colour of the text. */

const PATHS = {
  play: 'M5 3.2v9.6L13 8z',
  pause: 'M5.2 3.2v9.6M10.8 3.2v9.6',
  first: 'M4 3.2v9.6M13 3.2v9.6L6 8z',
  last: 'M12 3.2v9.6M3 3.2v9.6L10 8z',
  back: 'M10.5 3.5 6 8l4.5 4.5',
  forward: 'M5.5 3.5 10 8l-4.5 4.5',
  loop: 'M12.5 6.5A5 5 0 0 0 3.4 6M3.5 9.5a5 5 0 0 0 9.1.5M12.8 3.2v3.4H9.4M3.2 12.8V9.4h3.4',
  fit: 'M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10',
  chart: 'M2.5 2.5v11h11M5 10.5l3-3.5 2 2 3.5-4.5',
  panel: 'M2.5 3h11v10h-11zM9.8 3v10',
  theme: 'M8 2.5a5.5 5.5 0 1 0 0 11zM8 2.5a5.5 5.5 0 0 1 0 11',
  help: 'M6 6.2A2 2 0 1 1 8 8.3v1.2M8 12v.2',
  close: 'M4 4l8 8M12 4l-8 8',
  plus: 'M8 3v10M3 8h10',
  minus: 'M3 8h10',
  bookmark: 'M4.5 2.5h7v11L8 10.7l-3.5 2.8z',
  link: 'M6.8 9.2a2.6 2.6 0 0 0 3.7 0l2-2a2.6 2.6 0 0 0-3.7-3.7M9.2 6.8a2.6 2.6 0 0 0-3.7 0l-2 2a2.6 2.6 0 0 0 3.7 3.7',
  camera: 'M2.5 5h2.6l1-1.7h3.8l1 1.7h2.6v8h-11zM8 11a2.2 2.2 0 1 0 0-4.4A2.2 2.2 0 0 0 8 11z',
  film: 'M2.5 4h7v8h-7zM9.5 7l4-2.2v6.4L9.5 9',
  ruler: 'M2.2 10.6 10.6 2.2l3.2 3.2-8.4 8.4zM5.2 7.6l1.4 1.4M7.4 5.4l1.4 1.4M9.5 3.3l1.4 1.4',
  cube: 'M8 2.2l5 2.9v5.8l-5 2.9-5-2.9V5.1zM3 5.1l5 2.9 5-2.9M8 8v5.8',
  grid: 'M2.5 2.5h11v11h-11zM2.5 6.2h11M2.5 9.8h11M6.2 2.5v11M9.8 2.5v11',
  eye: 'M1.8 8S4 3.8 8 3.8 14.2 8 14.2 8 12 12.2 8 12.2 1.8 8 1.8 8zM8 9.8a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6z',
  target: 'M8 12.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM8 1.5v3M8 11.5v3M1.5 8h3M11.5 8h3',
  reset: 'M3.4 8.6A4.7 4.7 0 1 0 4.6 4.7L3 6.3M3 3v3.3h3.3',
  step: 'M4 3.2v9.6L10.5 8zM12.5 3.2v9.6',
} as const;

export type IconName = keyof typeof PATHS;
/** Shapes that are filled instead of outlined. */
const FILLED: ReadonlySet<IconName> = new Set(['play', 'first', 'last', 'step']);

const NAMESPACE = 'http://www.w3.org/2000/svg';

export function icon(name: IconName): SVGSVGElement {
  const svg = document.createElementNS(NAMESPACE, 'svg');
  const path = document.createElementNS(NAMESPACE, 'path');
  path.setAttribute('d', PATHS[name]);
  svg.setAttribute('viewBox', '0 0 16 16');
  svg.setAttribute('class', FILLED.has(name) ? 'icon filled' : 'icon');
  svg.setAttribute('aria-hidden', 'true');
  svg.dataset.icon = name;
  svg.append(path);
  return svg;
}
