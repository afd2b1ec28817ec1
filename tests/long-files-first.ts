// SPDX-License-Identifier: MIT
/**
 * The order in which test files start: those that take long before the others, so that no processor is left alone with
 * one of them at the end.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * All cases of verification in one program; then what compiles kernels of the GPU, beside it in one process that
 * compiles each once; then whole programs.
 */
const FIRST = ['tests/verify.test.ts', 'src/gpu/', 'tests/'];

export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification): number => {
      const place = FIRST.findIndex((start) => moduleId.startsWith(`${project.config.root}/${start}`));
      return place === -1 ? FIRST.length : place;
    };
    // Within a rank as ever: by the time that they took the last time, or by size.
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}
