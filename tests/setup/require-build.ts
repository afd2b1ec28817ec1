// SPDX-License-Identifier: MIT
/** Before tests of the built program: refuses a build that is older than its sources, and names the file. */
import type { TestProject } from 'vitest/node';
import { PACKAGE, requireFresh, STUDIO } from '../../scripts/build-stamp.mjs';

export default function setup(project: TestProject): void {
  const check = (): void => requireFresh([PACKAGE, STUDIO]);
  check();
  project.onTestsRerun(check);
}
