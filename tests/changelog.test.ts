// SPDX-License-Identifier: MIT
/** The changelog keeps its form, and a release needs the same version everywhere. */
import { describe, expect, it } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { changelogSections, readChangelog, releaseProblems } from '../scripts/changelog.mjs';
import { FRAME_VERSION } from '../src/io/trajectory/frame.ts';
import { MANIFEST_FORMAT } from '../src/runs/folder/manifest.ts';
import { readSourceFile } from './source-files.ts';

const KINDS = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security', 'Numerical results', 'Known limits'];
const VERSION = /^(\d+)\.(\d+)\.(\d+)$/;

/** What is wrong with the form of a changelog. */
function problemsOf(text: string): string[] {
  const [unreleased, ...released] = changelogSections(text);
  const problems: string[] = [];
  if (unreleased?.name !== 'Unreleased') problems.push('the first section is not [Unreleased]');
  for (const { name, date = '' } of released) {
    if (!VERSION.test(name)) problems.push(`[${name}] is no version`);
    if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) problems.push(`[${name}] has no date`);
  }
  const order = (name: string): number =>
    VERSION.exec(name)
      ?.slice(1)
      .reduce((sum, n) => 1000 * sum + Number(n), 0) ?? 0;
  released.forEach(({ name }, k) => {
    const next = released[k + 1];
    if (next !== undefined && order(next.name) >= order(name)) problems.push(`[${next.name}] is below [${name}]`);
  });
  for (const { name, lines } of unreleased === undefined ? [] : [unreleased, ...released]) {
    const kinds = lines.filter((line) => line.startsWith('### ')).map((line) => line.slice(4));
    for (const [k, kind] of kinds.entries()) {
      if (!KINDS.includes(kind)) problems.push(`[${name}] has the heading ${kind}`);
      if (kinds.indexOf(kind) !== k) problems.push(`[${name}] has the heading ${kind} twice`);
    }
    if (name !== 'Unreleased' && !lines.some((line) => line.startsWith('- '))) problems.push(`[${name}] is empty`);
  }
  return problems;
}

describe('the changelog', () => {
  const text = readChangelog();

  it('has an Unreleased section, versions in falling order with dates, and the usual headings', () => {
    expect(problemsOf(text)).toEqual([]);
  });

  it.each([
    ['## [0.1.0] - 2026-01-01\n- a', 'the first section is not [Unreleased]'],
    ['## [Unreleased]\n## [1.0.0]\n- a', '[1.0.0] has no date'],
    ['## [Unreleased]\n## [0.9.0] - 2026-01-01\n- a\n## [0.10.0] - 2026-01-02\n- b', '[0.10.0] is below [0.9.0]'],
    ['## [Unreleased]\n### Improved\n- a', '[Unreleased] has the heading Improved'],
    ['## [Unreleased]\n## [0.1.0] - 2026-01-01\n', '[0.1.0] is empty'],
  ])('is refused: %j', (wrong, problem) => {
    expect(problemsOf(wrong)).toContain(problem);
  });

  it('mentions the versions of file formats that this program writes', () => {
    const plain = text.replace(/\s+/g, ' ');
    for (let version = 2; version <= FRAME_VERSION; version++)
      expect(plain).toMatch(new RegExp(`[Tt]rajector(y|ies)[^.]*versions? [^.]*\\b${version}\\b`));
  });
});

describe('the page about versions', () => {
  it('has the versions of formats that the sources have', () => {
    const { text } = readSourceFile('docs/reference/versioning.md');
    const versionIn = (path: string, pattern: RegExp): string => pattern.exec(readSourceFile(path).text)?.[1] ?? '?';
    const state = /^ {2}version: (\d+),$/m;
    const constant = /^const (?:FORMAT_)?VERSION = (\d+);$/m;
    const row = (name: string, version: string): string => `| ${name} | ${version} | ${version} |`;
    expect(text).toContain(`| 1 to ${FRAME_VERSION} |`);
    for (const wanted of [
      row('`manifest.json` of a run', String(MANIFEST_FORMAT.formatVersion)),
      row('`study.json` of a study', versionIn('src/studies/plan/study-folder.ts', constant)),
      row('checkpoints of a run', versionIn('src/runs/checkpoints/checkpoint-file.ts', constant)),
      row('saved states: `Simulation`', versionIn('src/simulation/state/saved-state.ts', state)),
      row('saved states: `GpuSimulation`', versionIn('src/gpu/engine/gpu-state.ts', state)),
      row('saved states: `EventSimulation`', versionIn('src/simulation/event-driven/state-bytes.ts', state)),
    ])
      expect(text).toContain(wanted);
  });
});

describe('a release', () => {
  const ready = {
    packageVersion: '0.2.0',
    citation: 'cff-version: 1.2.0\nversion: 0.2.0\n',
    changelog: '## [Unreleased]\n\n## [0.2.0] - 2027-01-31\n\n### Added\n\n- a\n',
  };

  it('needs the same version in the tag, package.json, CITATION.cff and the changelog', () => {
    expect(releaseProblems('v0.2.0', ready)).toEqual([]);
    expect(releaseProblems('0.2.0', ready)).toHaveLength(1);
    expect(releaseProblems('v0.3.0', ready)).toHaveLength(3);
    expect(releaseProblems('v0.2.0', { ...ready, changelog: '## [Unreleased]\n- a\n' })).toEqual([
      'CHANGELOG.md: expected ## [0.2.0] below Unreleased, got nothing',
    ]);
  });

  it('has the version of package.json in CITATION.cff', () => {
    expect(readSourceFile('CITATION.cff').text).toContain(`\nversion: ${manifest.version}\n`);
  });
});
