// SPDX-License-Identifier: MIT
/**
 * `node scripts/check-release.mjs v0.2.0`: exits with 1 unless package.json, CITATION.cff and CHANGELOG.md are ready
 * for the release of that tag. With `--notes`, prints the entries of the changelog for it.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './build-stamp.mjs';
import { changelogSections, readChangelog, releaseProblems } from './changelog.mjs';

const [tag = '', option] = process.argv.slice(2);
const problems = releaseProblems(tag, {
  packageVersion: JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version,
  citation: readFileSync(join(ROOT, 'CITATION.cff'), 'utf8'),
  changelog: readChangelog(),
});
for (const problem of problems) console.error(`check-release: ${problem}`);
if (problems.length > 0) process.exitCode = 1;
else if (option === '--notes') {
  const section = changelogSections(readChangelog()).find(({ name }) => `v${name}` === tag);
  console.log(section?.lines.join('\n').trim());
}
