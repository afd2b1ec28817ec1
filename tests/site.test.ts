// SPDX-License-Identifier: MIT
/** The pages of the documentation site before VitePress renders them: links, equations, examples, reachability. */
import { posix } from 'node:path';
import katex from 'katex';
import { describe, expect, it } from 'vitest';
import { composeSite } from '../site/stage.mjs';
import { ROOT, sourceFiles } from './source-files.ts';
import { anchors, blocks } from './support/markdown.ts';

const { pages, pictures, cards } = composeSite(ROOT);
const withoutBlocks = (text: string): string =>
  text.replace(/^(`{3,}).*?^\1$/gms, '').replace(/\n\n(?: {4,}[^\n]*\n)+/g, '\n\n');

/** Addresses of the staged pages that a page links to, with their anchors. */
function linksOf(target: string, text: string): { page: string; anchor: string | undefined }[] {
  const prose = withoutBlocks(text).replace(/`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^[a-z]+:/.test(link))
    .map((link) => {
      const [path = '', anchor] = link.split('#');
      return { page: path === '' ? target : posix.join(posix.dirname(target), path), anchor };
    });
}

function brokenLinks(target: string, text: string): string[] {
  return linksOf(target, text)
    .filter(({ page, anchor }) => {
      if (page.startsWith('pictures/')) return !pictures.has(page.slice('pictures/'.length));
      const linked = pages.get(page);
      return linked === undefined || (anchor !== undefined && !anchors({ path: page, text: linked }).includes(anchor));
    })
    .map(({ page, anchor }) => `${target}: ${page}#${anchor}`);
}

function formulas(text: string): string[] {
  const shown = blocks({ path: '', text })
    .filter(({ language }) => language === 'math')
    .map(({ content }) => content);
  const inline = [
    ...withoutBlocks(text)
      .replace(/`[^`\n]*`/g, '')
      .matchAll(/\$([^$\n]+)\$/g),
  ].map(([, tex = '']) => tex);
  return [...shown, ...inline];
}

describe('the site', () => {
  it('has links to pages, headings and pictures that it holds', () => {
    expect(pages.size).toBeGreaterThan(200);
    expect([...pages].flatMap(([target, text]) => brokenLinks(target, text))).toEqual([]);
  });

  it('would find a link to nowhere', () => {
    expect(brokenLinks('guide/x.md', '[one](./none.md) [two](./studies.md#none) [three](./studies.md)')).toEqual([
      'guide/x.md: guide/none.md#undefined',
      'guide/x.md: guide/studies.md#none',
    ]);
  });

  it('leads from its index pages to every page', () => {
    const reached = new Set(['index.md', 'all-pages.md']);
    for (const target of reached) {
      for (const { page } of linksOf(target, pages.get(target) ?? '')) if (pages.has(page)) reached.add(page);
    }
    // Those of the API, where they have been written, are in the navigation.
    const inIndexes = [...pages.keys()].filter((target) => !target.startsWith('api/'));
    expect(inIndexes.filter((target) => !reached.has(target))).toEqual([]);
  });

  it('has headings whose levels grow by one, as axe wants them', () => {
    const gaps = [...pages]
      // The first heading of the start page is in its hero.
      .filter(([target]) => target !== 'index.md')
      .flatMap(([target, text]) => {
        const levels = [...withoutBlocks(text).matchAll(/^(#+) /gm)].map(([, marks = '']) => marks.length);
        const gap = levels.findIndex((level, i) => level > (levels[i - 1] ?? 0) + 1);
        return gap < 0 ? [] : [`${target}: heading ${gap + 1}`];
      });
    expect(gaps).toEqual([]);
  });

  it('has equations that KaTeX can set', { tags: ['long'] }, () => {
    const all = [...pages].flatMap(([target, text]) => formulas(text).map((tex) => ({ target, tex })));
    expect(all.length).toBeGreaterThan(100);
    const wrong = all.filter(({ tex }) => {
      try {
        katex.renderToString(tex, { strict: 'error' });
        return false;
      } catch {
        return true;
      }
    });
    expect(wrong).toEqual([]);
  });

  it('shows the file of every example beside its text', () => {
    const scenes = sourceFiles(['examples'], ['.yaml']).filter(({ path }) => /^examples\/[\w-]+\.yaml$/.test(path));
    expect(cards).toHaveLength(scenes.length);
    const wrong = scenes.filter(({ path, text }) => !pages.get(path.replace('.yaml', '.md'))?.includes(text));
    expect(wrong.map(({ path }) => path)).toEqual([]);
    expect(cards.filter(({ shows }) => shows === '').map(({ title }) => title)).toEqual([]);
  });

  it('has commands on the page of an example that work in a folder without the sources', () => {
    const commands = [...pages]
      .filter(([target]) => /^examples\/(?!index)/.test(target))
      .map(([target, text]) => ({
        target,
        first: blocks({ path: '', text }).find(({ language }) => language === 'sh'),
      }));
    expect(commands).toHaveLength(cards.length);
    const wrong = commands.filter(({ target, first }) => {
      const name = posix.basename(target, '.md');
      const [init, next] = first?.content.split('\n') ?? [];
      return (
        init !== `npx scree init ${name}` || !new RegExp(`^npx scree (?:check|run) ${name}\\.yaml`).test(next ?? '')
      );
    });
    expect(wrong).toEqual([]);
  });

  it('has a start page with the first words of the README, installation and a scene', () => {
    const start = pages.get('index.md') ?? '';
    for (const part of ['Scree is a TypeScript library', '<LiveDemo />', 'npm ci', 'gravity:', "from 'scree/contact'"])
      expect(start).toContain(part);
  });
});
