// SPDX-License-Identifier: MIT
/** What `scree verify` answers without running a case. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CASES } from '../../src/verification/cases.ts';
import { scree } from '../support/built-program.ts';
import { SHOWN } from './verified-cases.ts';

const names = CASES.map(({ name }) => name);

describe('scree verify', () => {
  it('names the cases when one does not exist, and exits with 2', () => {
    const { status, stdout, stderr } = scree(['verify', 'tdd']);
    expect(status).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain(`no case "tdd"; there are ${names.join(', ')}`);
  });

  it('takes all cases when none is named', () => {
    const { status, stderr } = scree(['verify', '--part', 'nothing']);
    expect(status).toBe(2);
    expect(stderr).toContain(`${names[0]} has no part "nothing"`);
  });

  it('has every case of which the tests expect a line', () => {
    expect(names).toEqual(expect.arrayContaining(Object.keys(SHOWN)));
  });
});

describe('the report', () => {
  it('that cannot be written ends the command before any work, with 1', () => {
    const { status, stdout, stderr } = scree(['verify', '--report', join('nowhere', 'at-all', 'report.html')]);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/^scree: ENOENT/);
  });
});
