// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { type CaseResult, check, figure, never, table, text } from '../verification-case.ts';
import { reportHtml } from './report-html.ts';
import { caseText } from './report-text.ts';

const FACTS = { version: '1.2.3', machine: 'a machine', date: '2030-01-02', extent: 'short runs' };

const result = (passed: boolean): CaseResult => ({
  name: 'demo',
  title: 'A <case>',
  source: 'A & B',
  summary: 'About a < b.',
  sections: [
    {
      title: 'Numbers',
      blocks: [
        text('Some words.'),
        table('Values', ['name', 'published', 'ours'], [['a-b', '-1.5', '-1.5e-3']]),
        figure('Picture', '<svg></svg>'),
        check({ what: 'w', published: 'p', ours: 'o', tolerance: '1e-9', reason: 'because', passed }),
        never('it fails', 0, 12345, 'never', 'of course'),
      ],
    },
  ],
});

describe('reportHtml', () => {
  const html = reportHtml([result(false)], FACTS);

  it('escapes text and keeps pictures', () => {
    expect(html).toContain('A &lt;case&gt;');
    expect(html).toContain('A &amp; B');
    expect(html).toContain('<svg></svg>');
  });

  it('writes numbers with a minus and names with a hyphen', () => {
    expect(html).toContain('−1.5e−3');
    expect(html).toContain('a-b');
  });

  it('says what holds and what fails', () => {
    expect(html).toContain('✗ fails');
    expect(html).toContain('1 of 2 checks hold');
    expect(reportHtml([result(true)], FACTS)).not.toContain('✗ fails');
  });

  it('has headings on all columns, and tables that scroll by the keyboard', () => {
    expect(html).not.toContain('<th></th>');
    expect(html.match(/<div class="scroll" tabindex="0"><table/g)).toHaveLength(3);
    expect(html.match(/<table/g)).toHaveLength(3);
  });

  it('names version, machine, date and extent', () => {
    for (const fact of Object.values(FACTS)) expect(html).toContain(fact);
  });
});

describe('caseText', () => {
  it('prints tables in columns, and the reason of a check that fails', () => {
    const printed = caseText(result(false));
    expect(printed).toContain('name  published     ours\n----  ---------  -------\na-b        -1.5  -1.5e-3');
    expect(printed).toContain('FAIL  w: ours o; published p; tolerance 1e-9\n      because');
    expect(printed).toContain('pass  Never: it fails: ours 0 of 12,345; published never; tolerance 0');
    expect(printed).toContain('demo: 1 of 2 checks hold');
    expect(caseText(result(true))).not.toContain('because');
  });
});
