// SPDX-License-Identifier: MIT
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type CaseResult, check } from '../../verification/verification-case.ts';
import { EXIT_NUMERICAL, EXIT_OK } from '../terminal/exit-code.ts';
import { caseJson, exitCodeFor, storeIn } from './verify.ts';

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

it('the JSON of a case has its checks and whether all hold', () => {
  const read = (result: CaseResult) => JSON.parse(caseJson(result));
  expect(read(caseWith(true))).toMatchObject({ case: 'n', title: 't', source: 's', passed: true });
  const { passed, checks } = read(caseWith(true, false));
  expect(passed).toBe(false);
  expect(checks[1]).toEqual({ what: 'w', published: 'p', ours: 'o', tolerance: '0', reason: 'r', passed: false });
});

describe('the states of long runs', () => {
  it('are kept by name in a folder that is made when needed', () => {
    const folder = mkdtempSync(join(tmpdir(), 'scree-states-'));
    const store = storeIn(join(folder, 'deeper'));
    expect(store.read('one')).toBeUndefined();
    store.write('one', Uint8Array.of(1, 2, 3));
    store.write('one', Uint8Array.of(4, 5));
    expect([...(storeIn(join(folder, 'deeper')).read('one') ?? [])]).toEqual([4, 5]);
    expect(store.read('two')).toBeUndefined();
    rmSync(folder, { recursive: true });
  });
});
