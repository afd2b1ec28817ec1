// SPDX-License-Identifier: MIT
/** Views to come back to, kept by the browser for each run; and the link to the present one. */
import { iconButton, textField } from '../ui/controls.ts';
import { fill, h } from '../ui/h.ts';

interface Bookmark {
  readonly name: string;
  readonly hash: string;
}

interface BookmarkPanelOptions {
  /** Name of the run that the bookmarks belong to. */
  readonly run: string;
  /** Hash of the present view. */
  readonly present: () => string;
  readonly onOpen: (hash: string) => void;
  readonly announce: (message: string) => void;
}

export class BookmarkPanel {
  readonly element: HTMLElement;
  readonly #options: BookmarkPanelOptions;
  readonly #list = h('ul', { class: 'bookmarks' });
  readonly #name: ReturnType<typeof textField>;
  #bookmarks: readonly Bookmark[];

  constructor(options: BookmarkPanelOptions) {
    this.#options = options;
    this.#bookmarks = readStored(this.#key);
    this.#name = textField('Name', '', () => {});
    this.#name.input.placeholder = 'of this view';
    this.#name.input.addEventListener('keydown', ({ key }) => {
      if (key === 'Enter') this.#add();
    });
    this.element = h(
      'section',
      { class: 'bookmark-panel' },
      h('h2', {}, 'Views'),
      this.#name.row,
      h(
        'div',
        { class: 'row' },
        iconButton('bookmark', () => this.#add(), 'Keeps this view in the list', 'Bookmark'),
        iconButton('link', () => void this.#copy(), 'Copies an address that shows this view', 'Copy link'),
      ),
      this.#list,
    );
    this.#show();
  }

  get #key(): string {
    return `scree-bookmarks ${this.#options.run}`;
  }

  #add(): void {
    const typed = this.#name.input.value.trim();
    const name = typed === '' ? `View ${this.#bookmarks.length + 1}` : typed;
    this.#name.input.value = '';
    this.#keep([...this.#bookmarks.filter((each) => each.name !== name), { name, hash: this.#options.present() }]);
  }

  async #copy(): Promise<void> {
    const address = new URL(this.#options.present(), location.href).href;
    try {
      await navigator.clipboard.writeText(address);
      this.#options.announce('The link to this view is copied.');
    } catch {
      this.#options.announce('The browser does not let the page copy; the link is in the address bar.');
    }
  }

  #keep(bookmarks: readonly Bookmark[]): void {
    this.#bookmarks = bookmarks;
    try {
      localStorage.setItem(this.#key, JSON.stringify(bookmarks));
    } catch {
      // Storage may be refused; then the list lasts as long as the page.
    }
    this.#show();
  }

  #show(): void {
    fill(
      this.#list,
      ...this.#bookmarks.map((bookmark) =>
        h(
          'li',
          {},
          h(
            'a',
            {
              href: bookmark.hash,
              onclick: (event: Event) => {
                event.preventDefault();
                this.#options.onOpen(bookmark.hash);
              },
            },
            bookmark.name,
          ),
          iconButton(
            'close',
            () => this.#keep(this.#bookmarks.filter((each) => each !== bookmark)),
            `Removes ${bookmark.name} from the list`,
          ),
        ),
      ),
    );
  }
}

function readStored(key: string): readonly Bookmark[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    if (!Array.isArray(stored)) return [];
    return stored.filter((each) => typeof each?.name === 'string' && typeof each?.hash === 'string');
  } catch {
    return [];
  }
}
