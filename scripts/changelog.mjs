// SPDX-License-Identifier: MIT
/** Reads CHANGELOG.md: its versions and their entries. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './build-stamp.mjs';

/** `## [Unreleased]` or `## [0.2.0] - 2027-01-31`. */
const HEADING = /^## \[([^\]]+)\](?: - (\S+))?$/;

/**
 * The sections of a changelog in their order; `lines` are those below the heading.
 * @param {string} text
 * @returns {{name: string, date: string | undefined, lines: string[]}[]}
 */
export function changelogSections(text) {
  const sections = [];
  for (const line of text.split('\n')) {
    const heading = HEADING.exec(line);
    if (heading !== null) sections.push({ name: heading[1], date: heading[2], lines: [] });
    else if (line.startsWith('## ')) sections.push({ name: line.slice(3), date: undefined, lines: [] });
    else sections.at(-1)?.lines.push(line);
  }
  return sections;
}

/**
 * What keeps a tag such as v0.2.0 from being released.
 * @param {string} tag
 * @param {{packageVersion: string, citation: string, changelog: string}} files
 * @returns {string[]}
 */
export function releaseProblems(tag, { packageVersion, citation, changelog }) {
  const [cited] = /(?<=^version: ).*$/m.exec(citation) ?? [''];
  const [, newest] = changelogSections(changelog);
  const version = tag.replace(/^v/, '');
  const problems = [];
  if (`v${version}` !== tag) problems.push(`the tag ${tag} does not begin with v`);
  if (packageVersion !== version) problems.push(`package.json has version ${packageVersion}, the tag is ${tag}`);
  if (cited !== version) problems.push(`CITATION.cff has version ${cited}, the tag is ${tag}`);
  if (newest?.name !== version)
    problems.push(`CHANGELOG.md: expected ## [${version}] below Unreleased, got ${newest?.name ?? 'nothing'}`);
  else if (newest.date === undefined) problems.push(`CHANGELOG.md: [${version}] has no date`);
  return problems;
}

export const readChangelog = () => readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8');
