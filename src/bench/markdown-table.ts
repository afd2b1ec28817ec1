// SPDX-License-Identifier: MIT
/** Formats Markdown tables that are also readable in a terminal. */

/**
 * Rows of equal length as a table with padded columns; the first row is the head, all columns but the first are
 * numbers.
 */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, column) => Math.max(4, ...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  const line = (cells: readonly string[]): string =>
    '| ' +
    `${cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join(' | ')} ` +
    '|';
  const rule = `|${widths.map((width, i) => (i === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`;
  const [head = [], ...body] = rows;
  return [line(head), rule, ...body.map(line)].join('\n');
}

/** How many times as fast `fast` is as `slow`. */
export function ratio(slow: number | undefined, fast: number | undefined): string {
  return slow === undefined || fast === undefined ? '-' : (slow / fast).toFixed(1);
}

/** 12345 as 12,345. */
export function count(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',');
}
