// SPDX-License-Identifier: MIT
/** Style of the report: one column of text, tables that scroll on narrow screens, colours for light and dark themes. */

export const LIGHT = `
  --page: #fcfcfa; --card: #ffffff; --ink: #1d2329; --soft: #5b6670; --rule: #dfe3e6; --grid: #e8ebed;
  --good: #1f7a4d; --bad: #b3261e; --good-back: #e4f3ea; --bad-back: #fbe6e4;
  --tone1: #2f6db3; --tone2: #c8651b; --tone3: #2b8a6b; --tone4: #7d53b5; --tone5: #b3394f; --tone6: #6d7780;`;

const DARK = `
  --page: #14181b; --card: #1b2024; --ink: #e6e9eb; --soft: #9aa5ad; --rule: #313940; --grid: #293036;
  --good: #6fce9b; --bad: #ff9a91; --good-back: #163325; --bad-back: #3d1c1a;
  --tone1: #6ea8e6; --tone2: #eb9a55; --tone3: #5fc3a0; --tone4: #b494e6; --tone5: #ee7d90; --tone6: #97a2ab;`;

const PAGE = `
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink);
  font: 16px/1.55 "Charter", "Bitstream Charter", "Source Serif 4", Georgia, serif; }
main { max-width: 62rem; margin: 0 auto; padding: 3rem 1.5rem 5rem; }
h1, h2, h3, nav, table, figcaption, caption, .facts, .badge, svg, .note {
  font-family: system-ui, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; }
h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 .4rem; letter-spacing: -.01em; }
h2 { font-size: 1.45rem; margin: 4rem 0 .2rem; padding-top: 1.5rem; border-top: 1px solid var(--rule); }
h3 { font-size: 1.05rem; margin: 2.4rem 0 .5rem; }
p { max-width: 44rem; margin: .6rem 0; }
.source, .facts, .note { color: var(--soft); font-size: .9rem; max-width: 48rem; }
.facts { margin: 0; }
nav { margin: 1.5rem 0 0; }
a { color: var(--tone1); text-decoration: none; }
a:hover { text-decoration: underline; }
.scroll { overflow-x: auto; margin: 1rem 0 1.4rem; }
table { border-collapse: collapse; font-size: .84rem; line-height: 1.35; font-variant-numeric: tabular-nums; }
caption { text-align: left; font-weight: 600; font-size: .9rem; padding-bottom: .45rem; }
th, td { padding: .3rem .75rem; border-bottom: 1px solid var(--rule); text-align: left; vertical-align: top; }
th { font-weight: 600; color: var(--soft); border-bottom-width: 2px; vertical-align: bottom; }
th:first-child, td:first-child { padding-left: 0; }
td.number, th.number { text-align: right; white-space: nowrap; }
.checks td:nth-child(2) { min-width: 12rem; }
.checks td:nth-child(3), .checks td:nth-child(4) { min-width: 6.5rem; }
td.short { white-space: nowrap; }
.checks td:last-child { color: var(--soft); min-width: 14rem; }
.badge { display: inline-block; border-radius: 4px; padding: .05rem .45rem; font-size: .78rem; font-weight: 600; white-space: nowrap; }
.pass { color: var(--good); background: var(--good-back); }
.fail { color: var(--bad); background: var(--bad-back); }
.figures { display: flex; flex-wrap: wrap; gap: 1rem; align-items: flex-start; margin: 1rem 0 1.4rem; }
figure { margin: 0; padding: .8rem; background: var(--card); border: 1px solid var(--rule); border-radius: 8px; max-width: 100%; }
figcaption { font-size: .86rem; font-weight: 600; margin-bottom: .4rem; }
figure .note { font-size: .8rem; margin: .4rem 0 0; contain: inline-size; }
figure svg { display: block; max-width: 100%; height: auto; }`;

const PICTURE = `
svg text { fill: var(--ink); font-size: 12px; }
svg .tick { fill: var(--soft); font-size: 11px; }
svg .halo { paint-order: stroke; stroke: var(--card); stroke-width: 3px; stroke-linejoin: round; }
svg .grid { stroke: var(--grid); }
svg .axis { stroke: var(--soft); }
svg .mark { stroke: var(--soft); stroke-dasharray: 2 3; }
svg .cross { stroke: var(--ink); stroke-width: 1.5; }
svg .stroke { fill: none; stroke: var(--tone); stroke-width: 1.8; stroke-linejoin: round; stroke-linecap: round; }
svg .thin { stroke-width: 1; opacity: .55; }
svg .bold { stroke-width: 4; }
svg .dashed { stroke-dasharray: 4 4; stroke-width: 1.2; }
svg .fill { fill: var(--tone); }
svg .body { fill: var(--tone); fill-opacity: .16; stroke: var(--tone); stroke-width: 1.5; stroke-linejoin: round; }
svg .ghost { fill: var(--tone); fill-opacity: .09; stroke: var(--tone); stroke-width: 1.2; stroke-linejoin: round; }
svg .backing { fill: var(--card); }
svg .opaque { fill: var(--tone); fill-opacity: .5; stroke: var(--tone); stroke-width: .7; stroke-linejoin: round; }
svg .open { fill: none; stroke: var(--tone); stroke-width: 1; opacity: .5; }
svg .ink { fill: var(--tone); }`;

const TONES = [1, 2, 3, 4, 5, 6].map((tone) => `.tone${tone} { --tone: var(--tone${tone}); }`).join('\n');

export const REPORT_STYLE = `:root { color-scheme: light dark; ${LIGHT} }
@media (prefers-color-scheme: dark) { :root { ${DARK} } }
${PAGE}${PICTURE}
${TONES}`;
