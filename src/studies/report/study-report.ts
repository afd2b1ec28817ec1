// SPDX-License-Identifier: MIT
/** The report of a study as one HTML file that stands alone: parameters, means, pictures, effects, runs. */

import { blocksHtml, htmlPage } from '../../verification/report/report-html.ts';
import { escapeText } from '../../verification/report/svg-text.ts';
import { type Block, table as block, figure, text } from '../../verification/verification-case.ts';
import type { StageEnding, StudyManifest } from '../plan/study-folder.ts';
import { type StudyFigure, type StudyUnits, studyFigures } from './study-figures.ts';
import { type Mean, mainEffect, summarise } from './study-summary.ts';
import type { StudyTable } from './study-table.ts';
import { type StudyWarnings, warningsText } from './study-warnings.ts';

/** Rows that a report shows; the CSV files have all. */
const MOST_ROWS = 200;
const DIGITS = 5;

export interface ReportedStudy {
  readonly manifest: StudyManifest;
  readonly table: StudyTable;
  readonly units: StudyUnits;
  /** Ids of failed runs, and why. */
  readonly failed: readonly { readonly id: string; readonly notes: readonly string[] }[];
  /** Of runs of scenes with stages. */
  readonly stages: readonly { readonly id: string; readonly endings: readonly StageEnding[] }[];
  /** Undefined if no run warns. */
  readonly warnings: StudyWarnings | undefined;
  /** Further sections, before the runs. */
  readonly sections: readonly { readonly title: string; readonly blocks: readonly Block[] }[];
}

const shown = (value: number | string | undefined): string =>
  value === undefined ? '-' : typeof value === 'number' ? String(Number(value.toPrecision(DIGITS))) : value;

function withUnits(names: readonly string[], units: readonly string[]): string[] {
  return names.map((name, k) => (units[k] ? `${name} / ${units[k]}` : name));
}

function meanText(mean: Mean | undefined): string {
  if (mean === undefined) return '-';
  return mean.halfWidth === undefined
    ? shown(mean.mean)
    : `${shown(mean.mean)} ± ${shown(Number(mean.halfWidth.toPrecision(2)))}`;
}

function limited(title: string, columns: readonly string[], rows: readonly (readonly string[])[], file: string): Block {
  const note = rows.length > MOST_ROWS ? `The first ${MOST_ROWS} of ${rows.length} rows; ${file} has all.` : undefined;
  return block(title, columns, rows.slice(0, MOST_ROWS), note);
}

function effectsBlock({ table, units }: ReportedStudy): readonly Block[] {
  const rows = table.results.flatMap((name, result) =>
    table.parameters.flatMap((parameter, k) => {
      const effect = mainEffect(table, k, result);
      if (effect === undefined) return [];
      const means = effect.groups.map(({ mean }) => mean.mean);
      const [low, high] = [Math.min(...means), Math.max(...means)];
      return [[name, parameter, shown(low), shown(high), `${Math.round(100 * effect.share)} %`]];
    }),
  );
  if (rows.length === 0) return [];
  const columns = ['result', 'parameter', 'lowest mean', 'highest mean', 'of the variance'];
  const note = `Means over all other parameters and seeds. Units: ${withUnits(table.results, units.results).join(', ')}.`;
  return [block('Main effects', columns, rows, note)];
}

/** The figures as files, and the page. */
export function studyReport(study: ReportedStudy): { readonly html: string; readonly figures: readonly StudyFigure[] } {
  const { manifest, table, units, failed, stages, warnings, sections } = study;
  const figures = studyFigures(table, units);
  const parameters = withUnits(table.parameters, units.parameters);
  const means = summarise(table).map(({ point, values, means: all }) => [
    String(point),
    ...values.map(shown),
    ...all.map(meanText),
  ]);
  const runs = table.rows.map((row) => [
    String(row.point),
    ...row.values.map(shown),
    shown(row.seed),
    ...row.results.map(shown),
    row.state,
    row.runs.join(', '),
  ]);
  const results = withUnits(table.results, units.results);
  const endings = stages.flatMap(({ id, endings }) => endings.map(({ stage, at, reason }) => [id, stage, at, reason]));
  const all: readonly { readonly title: string; readonly blocks: readonly Block[] }[] = [
    ...sections,
    {
      title: 'Results',
      blocks: [
        ...figures.map(({ title, svg, note }) => figure(title, svg, note)),
        limited('Means over seeds, with 95 % confidence', ['point', ...parameters, ...results], means, 'summary.csv'),
        ...effectsBlock(study),
      ],
    },
    ...(failed.length === 0
      ? []
      : [
          {
            title: 'Failed runs',
            blocks: [
              block(
                '',
                ['run', 'why'],
                failed.map(({ id, notes }) => [id, notes.join('; ')]),
              ),
            ],
          },
        ]),
    ...(endings.length === 0
      ? []
      : [
          {
            title: 'Stages',
            blocks: [limited('', ['run', 'stage', 'ended at', 'because of'], endings, 'runs/ID/log.txt')],
          },
        ]),
    {
      title: 'Runs',
      blocks: [
        text('Each run has its folder, runs/ID, which scree view and scree analyse open.'),
        limited('', ['point', ...parameters, 'seed', ...results, 'state', 'run'], runs, 'table.csv'),
      ],
    },
  ];
  const body = all.map(({ title, blocks }) => `<h3>${escapeText(title)}</h3>\n${blocksHtml(blocks)}`).join('\n');
  const count = `${table.rows.length} rows of ${manifest.points.length} points`;
  const warned = warnings === undefined ? '' : `<p>${escapeText(warningsText(warnings))}</p>\n`;
  const html = htmlPage(
    manifest.title,
    `<h1>${escapeText(manifest.title)}</h1>
<p class="facts">Scree ${escapeText(manifest.program)}, ${count}. Numbers are in SI units unless the heading says otherwise.</p>
${warned}${body}`,
  );
  return { html, figures };
}
