// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { machineFindings, nodeFinding } from './machine-findings.ts';

describe('the findings about a machine', () => {
  it('are that this Node has WebAssembly with SIMD and shared memory', () => {
    const findings = Object.fromEntries(machineFindings().map((finding) => [finding.name, finding]));
    expect(findings.WebAssembly).toMatchObject({
      status: 'found',
      found: expect.stringContaining('SIMD, shared memory'),
    });
    expect(findings.Node).toMatchObject({ status: 'found', found: process.versions.node });
    expect(findings.memory?.found).toMatch(/^\d+\.\d GiB, of which \d+\.\d GiB are free$/);
  });

  it('name the remedy for a Node that is too old', () => {
    expect(nodeFinding('20.18.3')).toMatchObject({ status: 'problem', remedy: expect.stringContaining('20.19') });
    expect(nodeFinding('18.20.0').status).toBe('problem');
    expect(nodeFinding('20.19.0').status).toBe('found');
    expect(nodeFinding('21.7.3').status).toBe('problem');
    expect(nodeFinding('22.2.0').status).toBe('problem');
    expect(nodeFinding('22.3.0').status).toBe('found');
    expect(nodeFinding('24.0.0').status).toBe('found');
  });
});
