// SPDX-License-Identifier: MIT
/**
 * The shell: tabs in the address (#/watch, #/study, #/run, #/explore, #/report), theme, help, messages. Views are
 * loaded when first shown.
 */
import { hasWebGl2, webGlNotice } from './drawing/web-gl.ts';
import { makeHelp } from './help.ts';
import { mendLanguage } from './language.ts';
import { acceptRunDrops } from './run-source/accept-drops.ts';
import { ServerApi } from './server-api.ts';
import './letters.css';
import './theme.css';
import './style.css';
import './ui/controls.css';
import type { MakeView, StudioContext, StudioView } from './studio-view.ts';
import { Theme } from './theme.ts';
import { iconButton } from './ui/controls.ts';
import { fill, h } from './ui/h.ts';
import { isForView, returnFocus } from './ui/key-owner.ts';
import { makeMessages } from './ui/messages.ts';

interface Tab {
  readonly name: string;
  readonly title: string;
  readonly hint: string;
  readonly needsWebGl: boolean;
  /** Reached by its address alone. */
  readonly isUnlisted?: true;
  readonly load: () => Promise<{ makeView: MakeView }>;
}

const TABS: readonly Tab[] = [
  {
    name: 'gallery',
    title: 'Gallery',
    hint: 'examples, and runs kept here',
    needsWebGl: false,
    load: () => import('./gallery/index.ts'),
  },
  {
    name: 'watch',
    title: 'Watch',
    hint: 'a run, frame by frame',
    needsWebGl: true,
    load: () => import('./watch/index.ts'),
  },
  {
    name: 'study',
    title: 'Study',
    hint: 'the runs of a study in a table',
    needsWebGl: false,
    load: () => import('./studies/index.ts'),
  },
  {
    name: 'run',
    title: 'Run',
    hint: 'a scene, here in the browser',
    needsWebGl: true,
    load: () => import('./run/index.ts'),
  },
  {
    name: 'explore',
    title: 'Explore',
    hint: 'how two bodies touch',
    needsWebGl: true,
    load: () => import('./explore/index.ts'),
  },
  {
    name: 'report',
    title: 'Report',
    hint: 'published results beside ours',
    needsWebGl: false,
    load: () => import('./report/index.ts'),
  },
  {
    name: 'compare',
    title: 'Compare',
    hint: 'two runs side by side',
    needsWebGl: true,
    isUnlisted: true,
    load: () => import('./compare/index.ts'),
  },
  {
    name: 'bench',
    title: 'Benchmark',
    hint: 'time of a frame',
    needsWebGl: true,
    isUnlisted: true,
    load: () => import('./bench/index.ts'),
  },
];

const theme = new Theme();
const { element: message, announce } = makeMessages();
const content = h('main', {});
const links = new Map(
  TABS.filter(({ isUnlisted }) => !isUnlisted).map(
    ({ name, title, hint }) => [name, h('a', { href: `#/${name}`, title: hint }, title)] as const,
  ),
);
const views = new Map<string, Promise<StudioView>>();
const isDrawable = hasWebGl2();
let shown: StudioView | undefined;

/** Without one in the address: the run, if there is one, else what could be one. */
let firstTab = 'gallery';

function wantedTab(): Tab {
  const name = /^#\/(\w+)/.exec(location.hash)?.[1] ?? firstTab;
  return TABS.find((tab) => tab.name === name) ?? TABS[0];
}

function noticeView(element: HTMLElement): StudioView {
  return { element, show() {}, hide() {} };
}

async function makeTab(tab: Tab, context: StudioContext): Promise<StudioView> {
  if (tab.needsWebGl && !isDrawable) return noticeView(webGlNotice());
  try {
    const { makeView } = await tab.load();
    return await makeView(context);
  } catch (error) {
    views.delete(tab.name);
    const reason = error instanceof Error ? error.message : String(error);
    return noticeView(
      h('div', { class: 'notice', role: 'alert' }, h('h2', {}, `${tab.title} cannot be shown`), h('p', {}, reason)),
    );
  }
}

/** On a narrow screen the links scroll. `scrollIntoView` would also scroll a page that shows this one in a frame. */
function revealInBar(link: HTMLElement): void {
  const bar = link.parentElement;
  if (bar === null) return;
  const { left, right } = link.getBoundingClientRect();
  const room = bar.getBoundingClientRect();
  if (left < room.left) bar.scrollLeft -= room.left - left;
  else if (right > room.right) bar.scrollLeft += right - room.right;
}

async function showTab(context: StudioContext): Promise<void> {
  const tab = wantedTab();
  for (const [name, link] of links) {
    if (name === tab.name) {
      link.setAttribute('aria-current', 'page');
      revealInBar(link);
    } else link.removeAttribute('aria-current');
  }
  document.title = `${tab.title} – Scree Studio`;
  let view = views.get(tab.name);
  if (view === undefined) {
    fill(content, h('p', { class: 'notice' }, 'Loading…'));
    view = makeTab(tab, context);
    views.set(tab.name, view);
  }
  const ready = await view;
  // Another tab may have been chosen meanwhile.
  if (wantedTab() !== tab) return;
  if (ready !== shown) {
    shown?.hide();
    shown = ready;
    fill(content, ready.element);
    ready.show();
  }
  ready.readdress?.();
}

async function start(): Promise<void> {
  mendLanguage();
  const server = await ServerApi.connect();
  // A study opens with its table.
  if (location.hash === '' && server?.runId === undefined && (await server?.studio())?.hasStudy) {
    history.replaceState(undefined, '', '#/study');
  }
  const context: StudioContext = { server, theme, announce };
  if (server !== undefined && (await server.studio()).hasRun) firstTab = 'watch';
  const help = makeHelp();
  const themeButton = iconButton('theme', () => theme.toggle(), 'Light or dark');
  const helpButton = iconButton('help', () => help.toggle(), 'Keys and mouse (?)');
  document.body.append(
    h(
      'header',
      {},
      h('h1', { class: 'brand' }, h('img', { src: './icon.svg', alt: '', width: 20, height: 20 }), 'Scree Studio'),
      h('nav', { 'aria-label': 'Views' }, ...links.values()),
      h('span', { class: 'grow' }),
      themeButton,
      helpButton,
    ),
    content,
    message,
    help.element,
  );
  returnFocus(content, () => content.querySelector<HTMLElement>('.stage canvas'));
  acceptRunDrops(announce);
  addEventListener('hashchange', () => showTab(context));
  addEventListener('keydown', (event) => {
    const isInHelp = event.target instanceof Node && help.element.contains(event.target);
    if (event.key === '?' && (isInHelp || isForView(event))) help.toggle();
  });
  await showTab(context);
}

await start();
