// SPDX-License-Identifier: MIT
/**
 * A case as plain text for the terminal: headings, wrapped text, tables in columns, one line for each check. Figures
 * appear by title.
 */
import { type Block, type CaseResult, type Check, checksOf, type Table } from '../verification-case.ts';

const LINE_WIDTH = 110;

function wrapped(value: string, indent = ''): string {
  const lines: string[] = [];
  let line = indent;
  for (const word of value.split(/\s+/)) {
    if (line.length > indent.length && line.length + 1 + word.length > LINE_WIDTH) {
      lines.push(line);
      line = indent + word;
    } else line = line === indent ? indent + word : `${line} ${word}`;
  }
  return [...lines, line].join('\n');
}

const isNumberLike = (value: string): boolean => /^[−+-]?[\d.]/.test(value) || value === '-';

function tableText({ title, columns, rows, note }: Table): string {
  const widths = columns.map((name, i) => Math.max(name.length, ...rows.map((row) => row[i]?.length ?? 0)));
  const right = columns.map((_, i) => rows.every((row) => isNumberLike(row[i] ?? '')));
  const line = (cells: readonly string[]): string =>
    cells
      .map((value, i) => (right[i] ? value.padStart(widths[i]) : value.padEnd(widths[i])))
      .join('  ')
      .trimEnd();
  const rule = widths.map((width) => '-'.repeat(width)).join('  ');
  const parts = [title, line(columns), rule, ...rows.map(line)];
  return [...parts, ...(note === undefined ? [] : [wrapped(note, '  ')])].join('\n');
}

function checkText({ what, published, ours, tolerance, reason, passed }: Check): string {
  const verdict = passed ? 'pass' : 'FAIL';
  const values = `ours ${ours}; published ${published}; tolerance ${tolerance}`;
  return `${verdict}  ${what}: ${values}${passed ? '' : `\n${wrapped(reason, '      ')}`}`;
}

function blockText(block: Block): string {
  switch (block.kind) {
    case 'text':
      return wrapped(block.text);
    case 'table':
      return tableText(block);
    case 'figure':
      return `[figure in the report: ${block.title}]`;
    case 'check':
      return checkText(block);
  }
}

/** Blocks with an empty line between them; checks and figures are grouped. */
function joined(blocks: readonly Block[]): string {
  return blocks
    .map((block, i) => {
      const before = blocks[i - 1]?.kind;
      const isClose = before === block.kind && (before === 'check' || before === 'figure');
      return (i === 0 ? '' : isClose ? '\n' : '\n\n') + blockText(block);
    })
    .join('');
}

export function caseText({ name, title, source, summary, sections }: CaseResult): string {
  const checks = checksOf(sections);
  const held = checks.filter(({ passed }) => passed).length;
  return [
    `${name}: ${title}`,
    '='.repeat(name.length + 2 + title.length),
    source,
    wrapped(summary),
    ...sections.map((each) => `\n${each.title}\n${'-'.repeat(each.title.length)}\n${joined(each.blocks)}`),
    `\n${name}: ${held} of ${checks.length} checks hold`,
  ].join('\n');
}
