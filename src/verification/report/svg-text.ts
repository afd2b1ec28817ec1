// SPDX-License-Identifier: MIT
/** SVG and HTML as strings: escaped text, elements with attributes, coordinates with two decimals. */

type Attributes = Readonly<Record<string, string | number | undefined>>;

export function escapeText(value: string): string {
  return value.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}

/** A coordinate on the page. */
function px(value: number): string {
  return String(Math.round(value * 100) / 100 + 0);
}

export function element(name: string, attributes: Attributes, content = ''): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${typeof value === 'number' ? px(value) : escapeText(String(value))}"`)
    .join('');
  return content === '' ? `<${name}${written}/>` : `<${name}${written}>${content}</${name}>`;
}

export function svgText(x: number, y: number, content: string, attributes: Attributes = {}): string {
  return element('text', { x, y, ...attributes }, escapeText(content));
}

/** A picture of the given size, scaled to the width of the page where that is less. */
export function svgPicture(width: number, height: number, label: string, content: string): string {
  return element(
    'svg',
    {
      viewBox: `0 0 ${px(width)} ${px(height)}`,
      width,
      height,
      role: 'img',
      'aria-label': label,
    },
    content,
  );
}

export function polylinePoints(points: readonly (readonly [number, number])[]): string {
  return points.map(([x, y]) => `${px(x)},${px(y)}`).join(' ');
}
