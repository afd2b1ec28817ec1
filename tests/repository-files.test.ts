// SPDX-License-Identifier: MIT
/** Files that GitHub and citation managers read: workflows, forms, CITATION.cff. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import manifest from '../package.json' with { type: 'json' };
import { ROOT, readSourceFile, sourceFiles } from './source-files.ts';

/** The value of a YAML text; throws for errors, warnings and keys that occur twice. */
function parsed(text: string) {
  const document = parseDocument(text, { uniqueKeys: true });
  expect([...document.errors, ...document.warnings].map(({ message }) => message)).toEqual([]);
  return document.toJS();
}

interface Step {
  readonly run?: string;
  readonly uses?: string;
}

describe('a workflow', () => {
  const workflows = sourceFiles(['.github/workflows'], ['.yml']);

  it('exists for checks, documentation, other engines and releases', () => {
    expect(workflows.map(({ path }) => path.replace(/^.*\//, ''))).toEqual([
      'ci.yml',
      'docs.yml',
      'engines.yml',
      'release.yml',
    ]);
  });

  it.each(workflows)(
    '$path is valid YAML whose jobs have machines and steps, with no more rights than they need',
    ({ text }) => {
      // YAML 1.2 reads `on` as text, as GitHub does.
      const { name, on, permissions, jobs } = parsed(text);
      expect([typeof name, typeof on, typeof permissions]).toEqual(['string', 'object', 'object']);
      expect(permissions).not.toHaveProperty('write-all');
      for (const { 'runs-on': machine, steps } of Object.values<{ 'runs-on': string; steps: Step[] }>(jobs)) {
        expect(machine).toMatch(/^(ubuntu-latest|\$\{\{ matrix\.os \}\})$/);
        for (const { run, uses } of steps) expect([run, uses].filter((each) => each !== undefined)).toHaveLength(1);
        for (const { uses } of steps) if (uses !== undefined) expect(uses).toMatch(/^actions\/[\w-]+@v\d+$/);
      }
    },
  );

  it.each(workflows)('$path calls scripts that exist', ({ path, text }) => {
    // The site is built by a command of its own.
    const known = new Set([...Object.keys(manifest.scripts), ...(path.endsWith('docs.yml') ? ['docs'] : [])]);
    for (const [, script = ''] of text.matchAll(/npm run ([\w:-]+)/g)) expect(known).toContain(script);
    for (const [file] of text.matchAll(/scripts\/[\w-]+\.mjs|\.ci\/run/g))
      expect(existsSync(join(ROOT, file))).toBe(true);
  });

  it('of the documentation builds it for the path at which it is published', () => {
    const text = workflows.find(({ path }) => path.endsWith('docs.yml'))?.text ?? '';
    expect(text).toMatch(/npm run docs -- --base "\$\{\{ steps\.pages\.outputs\.base_path \}\}"/);
    const steps = parsed(text).jobs.site.steps as { id?: string; uses?: string }[];
    expect(steps.find(({ id }) => id === 'pages')?.uses).toMatch(/^actions\/configure-pages@/);
  });

  it('of a release signs where the package was built', () => {
    const text = workflows.find(({ path }) => path.endsWith('release.yml'))?.text ?? '';
    expect(parsed(text).permissions['id-token']).toBe('write');
    expect(text).toContain('npm publish --provenance');
  });
});

describe('an issue form', () => {
  it.each(sourceFiles(['.github/ISSUE_TEMPLATE'], ['.yml']).filter(({ path }) => !path.endsWith('config.yml')))(
    '$path has a name, a description and fields with labels',
    ({ text }) => {
      const { name, description, body } = parsed(text);
      expect([typeof name, typeof description]).toEqual(['string', 'string']);
      const fields = body as { type: string; id: string; attributes: { label: string } }[];
      expect(new Set(fields.map(({ id }) => id)).size).toBe(fields.length);
      for (const { type, attributes } of fields) {
        expect(['textarea', 'input', 'dropdown', 'checkboxes', 'markdown']).toContain(type);
        expect(attributes.label.length).toBeGreaterThan(0);
      }
    },
  );
});

describe('CITATION.cff', () => {
  const TYPES = ['article', 'conference-paper'];

  it('has the keys that version 1.2 of the format requires, and the five papers', () => {
    const citation = parsed(readSourceFile('CITATION.cff').text);
    expect(citation).toMatchObject({ 'cff-version': '1.2.0', type: 'software', title: 'Scree', license: 'MIT' });
    expect(citation.message.length).toBeGreaterThan(0);
    expect(citation.authors.every((author: object) => 'name' in author || 'family-names' in author)).toBe(true);
    expect(citation.references).toHaveLength(5);
    for (const { type, title, authors, year, doi } of citation.references) {
      expect(TYPES).toContain(type);
      expect(title.length).toBeGreaterThan(20);
      expect(authors.every((author: object) => 'family-names' in author && 'given-names' in author)).toBe(true);
      expect(year).toBeGreaterThan(2015);
      if (doi !== undefined) expect(doi).toMatch(/^10\.\d{4,9}\/\S+$/);
    }
  });

  it('has the papers of the bibliography', () => {
    const { references } = parsed(readSourceFile('CITATION.cff').text);
    const bibliography = readSourceFile('docs/reference/bibliography.md').text.replace(/\s+/g, ' ');
    for (const { title } of references) expect(bibliography.toLowerCase()).toContain(title.toLowerCase());
  });
});
