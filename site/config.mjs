// SPDX-License-Identifier: MIT
/** The configuration of VitePress for the staged pages. */
import { katex } from '@mdit/plugin-katex';
import { navigation, sidebar } from './navigation.mjs';
import { headingAnchor } from './pages.mjs';

/**
 * @param {{ folder: string, output: string, base: string, version: string, hasReport: boolean, isPart: boolean }} site
 */
export function siteConfig({ folder, output, base, version, hasReport, isPart }) {
  return {
    srcDir: folder,
    outDir: output,
    cacheDir: `${folder}/.vitepress/cache`,
    base,
    lang: 'en-GB',
    title: 'Scree',
    description: 'Exact contact detection and discrete-element simulation in TypeScript',
    head: [['link', { rel: 'icon', href: `${base}icon.svg`, type: 'image/svg+xml' }]],
    metaChunk: true,
    // Their tables need the room.
    transformPageData: ({ relativePath, frontmatter }) =>
      /^(api|reference|verification|benchmarks)\//.test(relativePath)
        ? { frontmatter: { ...frontmatter, pageClass: 'wide' } }
        : undefined,
    ignoreDeadLinks: isPart,
    markdown: {
      anchor: { slugify: headingAnchor },
      theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
      languageAlias: { mjs: 'js' },
      config: (md) => {
        md.use(katex, { delimiters: 'dollars', allowInlineWithSpace: false, throwOnError: true, transformer: asText });
        md.core.ruler.push('empty-headers', emptyHeaders);
        md.core.ruler.push('cell-widths', cellWidths);
        md.core.ruler.push('plots', plots);
        // A wide block scrolls, also by the keyboard.
        md.renderer.rules.code_block = (tokens, index) =>
          `<pre v-pre tabindex="0"><code>${md.utils.escapeHtml(tokens[index].content)}</code></pre>\n`;
        const fence = md.renderer.rules.fence;
        // GitHub shows blocks of the language math as equations.
        md.renderer.rules.fence = (tokens, index, ...rest) => {
          const { info, content } = tokens[index];
          if (info.trim() !== 'math') return fence(tokens, index, ...rest);
          return md.render(`$$\n${content.trim()}\n$$`);
        };
      },
    },
    themeConfig: {
      logo: '/icon.svg',
      hasReport,
      nav: navigation(folder),
      sidebar: sidebar(folder),
      outline: [2, 3],
      search: {
        provider: 'local',
        options: {
          miniSearch: { searchOptions: { fuzzy: 0.15, prefix: true, boost: { title: 4, titles: 2, text: 1 } } },
        },
      },
      footer: {
        message: `Scree ${version}, MIT licence`,
        copyright: 'No cookies, no trackers, nothing from other hosts.',
      },
    },
    vite: {
      publicDir: `${folder}/public`,
      // Small plots keep their names, by which the style knows them.
      build: { chunkSizeWarningLimit: 4000, assetsInlineLimit: 0 },
      logLevel: 'warn',
    },
  };
}

/** KaTeX's HTML is text for Vue. A wide equation scrolls, also by the keyboard. */
function asText(html) {
  return html.replace(/^<(span|p)/, '<$1 v-pre').replace('class="katex-display"', 'class="katex-display" tabindex="0"');
}

/** The cell above the first column of a table may be empty; then it is no header. */
function emptyHeaders({ tokens }) {
  tokens.forEach((token, i) => {
    if (token.type !== 'th_open' || tokens[i + 1].content !== '') return;
    token.tag = 'td';
    tokens[i + 2].tag = 'td';
  });
}

/** Characters of a cell that a narrow column would make into a tower, and of one that fits into a line. */
const LONG_CELL = 60;
const SHORT_CELL = 24;

/** Cells with sentences keep a width, and numbers with their range stay in a line; the table scrolls instead. */
function cellWidths({ tokens }) {
  tokens.forEach((token, i) => {
    if (token.type !== 'td_open') return;
    const { content } = tokens[i + 1];
    if (content.length > LONG_CELL) token.attrJoin('class', 'long');
    else if (content.length > SHORT_CELL) token.attrJoin('class', 'medium');
    else if (/\d/.test(content)) token.attrJoin('class', 'short');
  });
}

/** A plot stays wide enough to read; it scrolls on a narrow screen, also by the keyboard. */
function plots({ tokens }) {
  tokens.forEach(({ type, children }, i) => {
    if (type !== 'inline' || tokens[i - 1]?.type !== 'paragraph_open') return;
    const isPlot = (child) => child.type === 'image' && child.attrGet('src').endsWith('.svg');
    if (!children.some(isPlot) || !children.every((child) => /^(image|softbreak)$/.test(child.type))) return;
    tokens[i - 1].attrJoin('class', 'plot');
    tokens[i - 1].attrSet('tabindex', '0');
  });
}
