// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { type CaseResult, check } from '../verification/verification-case.ts';
import { EXIT_NUMERICAL, EXIT_OK } from './exit-code.ts';
import { exitCodeFor } from './verify.ts';

function caseWith(...passed: readonly boolean[]): CaseResult {
  const blocks = passed.map((each) =>
    check({ what: 'w', published: 'p', ours: 'o', tolerance: '0', reason: 'r', passed: each }),
  );
  return { name: 'n', title: 't', source: 's', summary: '', sections: [{ title: 'x', blocks }] };
}

describe('the exit code of scree verify', () => {
  it('is 0 when every check holds and 3 when one of any case fails', () => {
    expect(exitCodeFor([caseWith(true, true), caseWith(true)])).toBe(EXIT_OK);
    expect(exitCodeFor([caseWith(true, true), caseWith(true, false)])).toBe(EXIT_NUMERICAL);
  });
});
