// SPDX-License-Identifier: MIT
/**
 * The order in which test files start: category by category, so that a process goes on with sources and GPU kernels
 * that it has loaded, and those with the longest files first, so that no processor is left alone with one of them at
 * the end.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Projects of vitest; see test-categories.ts. */
const ORDER = ['verify', 'gpu', 'whole', 'unit', 'unit-mocked'];

export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project }: TestSpecification): number => ORDER.indexOf(project.name);
    // Within a category as ever: by the time that they took the last time, or by size.
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}
