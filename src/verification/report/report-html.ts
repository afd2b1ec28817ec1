// SPDX-License-Identifier: MIT
/** The report as one self-contained HTML file. The caller passes author, machine and date. */

import { type Block, type CaseResult, type Check, checksOf, type Figure, type Table } from '../verification-case.ts';
import { REPORT_STYLE } from './report-style.ts';
import { escapeText } from './svg-text.ts';

interface ReportFacts {
  readonly version: string;
  readonly machine: string;
  readonly date: string;
  /** Short or full runs, in words. */
  readonly extent: string;
}

/** Numbers are aligned right: with sign, unit, percent or a count, and dashes for missing values. */
const NUMERIC = /^(-|[−+-]?[\d.,]+(e[−+-]?\d+)?( ?(%|×|µs|ms|s))?|0|∞)$/;

/** A real minus before numbers: it is as wide as a plus, and no line breaks after it. */
function typeset(value: string): string {
  return escapeText(value.replace(/(^|[\s(,]|\de)-(?=[\d.])/g, '$1−'));
}

/** Names up to this length stay on one line. */
const SHORT_CELL = 22;

/** A table wider than the screen scrolls, also by the keyboard. */
const SCROLLED = '<div class="scroll" tabindex="0">';

function cell(tag: 'td' | 'th', value: string, isNumber: boolean): string {
  const style = isNumber ? ' class="number"' : tag === 'td' && value.length <= SHORT_CELL ? ' class="short"' : '';
  return `<${tag}${style}>${typeset(value)}</${tag}>`;
}

function tableHtml({ title, columns, rows, note }: Table): string {
  const numeric = columns.map((_, i) => rows.length > 0 && rows.every((row) => NUMERIC.test(row[i] ?? '')));
  const head = columns.map((name, i) => cell(name === '' ? 'td' : 'th', name, numeric[i] === true)).join('');
  const body = rows
    .map((row) => `<tr>${row.map((value, i) => cell('td', value, numeric[i] === true)).join('')}</tr>`)
    .join('\n');
  const below = note === undefined ? '' : `<p class="note">${escapeText(note)}</p>`;
  return `${SCROLLED}<table><caption>${escapeText(title)}</caption>
<thead><tr>${head}</tr></thead>
<tbody>
${body}
</tbody></table></div>${below}`;
}

function figureHtml({ title, svg, note }: Figure): string {
  const below = note === undefined ? '' : `<p class="note">${escapeText(note)}</p>`;
  return `<figure><figcaption>${escapeText(title)}</figcaption>${svg}${below}</figure>`;
}

function badge(passed: boolean): string {
  return passed ? '<span class="badge pass">✓ holds</span>' : '<span class="badge fail">✗ fails</span>';
}

function checksHtml(checks: readonly Check[]): string {
  const rows = checks.map(({ what, published, ours, tolerance, reason, passed }) => {
    const values = [what, published, ours, tolerance, reason].map((value) => `<td>${typeset(value)}</td>`).join('');
    return `<tr><td>${badge(passed)}</td>${values}</tr>`;
  });
  return `${SCROLLED}<table class="checks"><thead><tr><th>result</th><th>what must hold</th><th>published</th><th>ours</th>
<th>tolerance</th><th>why</th></tr></thead><tbody>
${rows.join('\n')}
</tbody></table></div>`;
}

/** Blocks in order; successive checks form one table, figures are side by side if there is space. */
export function blocksHtml(blocks: readonly Block[]): string {
  const parts: string[] = [];
  for (let i = 0; i < blocks.length; ) {
    const block = blocks[i];
    let end = i + 1;
    while (end < blocks.length && blocks[end]?.kind === block.kind && ['check', 'figure'].includes(block.kind)) end++;
    const run = blocks.slice(i, end);
    if (block.kind === 'check') parts.push(checksHtml(run as Check[]));
    else if (block.kind === 'figure')
      parts.push(`<div class="figures">${(run as Figure[]).map(figureHtml).join('\n')}</div>`);
    else if (block.kind === 'table') parts.push(tableHtml(block));
    else parts.push(`<p>${escapeText(block.text)}</p>`);
    i = end;
  }
  return parts.join('\n');
}

function caseHtml({ name, title, source, summary, sections }: CaseResult): string {
  const body = sections.map((each) => `<h3>${escapeText(each.title)}</h3>\n${blocksHtml(each.blocks)}`).join('\n');
  return `<section id="${name}"><h2>${escapeText(title)}</h2>
<p class="source">${escapeText(source)}</p>
<p>${escapeText(summary)}</p>
${body}</section>`;
}

function summaryHtml(results: readonly CaseResult[]): string {
  const rows = results.map(({ name, title, sections }) => {
    const checks = checksOf(sections);
    const failed = checks.filter(({ passed }) => !passed).length;
    const held = `${checks.length - failed} of ${checks.length} checks hold`;
    return (
      '<tr><td><a ' +
      `href="#${name}">${name}</a></td><td>${escapeText(title)}</td><td>${badge(failed === 0)}</td><td>${held}</td></tr>`
    );
  });
  return `<nav>${SCROLLED}<table><tbody>${rows.join('\n')}</tbody></table></div></nav>`;
}

/** A page with the style of reports; `content` is HTML. */
export function htmlPage(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeText(title)}</title>
<style>
${REPORT_STYLE}
</style>
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`;
}

export function reportHtml(results: readonly CaseResult[], facts: ReportFacts): string {
  return htmlPage(
    `Scree ${facts.version}: verification`,
    `<h1>Verification of Scree</h1>
<p class="facts">Version ${escapeText(facts.version)}, ${escapeText(facts.date)}, ${escapeText(facts.extent)}.</p>
<p class="facts">${escapeText(facts.machine)}.</p>
${summaryHtml(results)}
${results.map(caseHtml).join('\n')}`,
  );
}
