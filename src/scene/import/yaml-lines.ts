// SPDX-License-Identifier: MIT
/** Values as YAML on one line, `{ normal: [0, 0, 1], offset: 0.1 m }`, and comments that keep to the line length. */

/** Text that stands as it is: a number with its unit. */
export class Plain {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type YamlValue = undefined | boolean | number | string | Plain | readonly YamlValue[] | YamlMap;
export interface YamlMap {
  readonly [key: string]: YamlValue;
}

export function isMap(value: YamlValue): value is YamlMap {
  return typeof value === 'object' && !Array.isArray(value) && !(value instanceof Plain);
}

/** A number in an SI unit. */
export function quantity(value: number, unit: string): Plain {
  return new Plain(`${numberText(value)} ${unit}`);
}

/** Fifteen digits are those of the input; the others come from formulas. */
function numberText(value: number): string {
  const short = Number(value.toPrecision(15));
  return String(Math.abs(short - value) <= 1e-15 * Math.abs(value) ? short + 0 : value);
}

const PLAIN_TEXT = /^[A-Za-z][\w./-]*$/;
/** Words that YAML would take for something else. */
const RESERVED = /^(true|false|yes|no|on|off|null|y|n)$/i;

/** On one line; entries that are undefined are left out. */
export function flow(value: YamlValue): string {
  if (value instanceof Plain) return value.text;
  if (typeof value === 'number') return numberText(value);
  if (typeof value === 'string') return PLAIN_TEXT.test(value) && !RESERVED.test(value) ? value : JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(flow).join(', ')}]`;
  if (typeof value === 'object') {
    const entries = Object.entries(value as YamlMap).filter(([, each]) => each !== undefined);
    return entries.length === 0 ? '{}' : `{ ${entries.map(([key, each]) => `${key}: ${flow(each)}`).join(', ')} }`;
  }
  return String(value);
}

const LONGEST_LINE = 120;

/** Words as lines of comments. */
export function comment(text: string, indent = ''): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    if (line !== '' && indent.length + 3 + line.length + word.length > LONGEST_LINE) {
      lines.push(`${indent}# ${line}`);
      line = '';
    }
    line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, `${indent}# ${line}`];
}
