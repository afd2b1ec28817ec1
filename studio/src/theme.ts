// SPDX-License-Identifier: MIT
/** Light or dark theme: that of the system until the user chooses. Colours are custom properties of style.css. */

const STORAGE_KEY = 'scree-theme';

export class Theme {
  readonly #system = matchMedia('(prefers-color-scheme: dark)');
  readonly #listeners = new Set<() => void>();
  #chosen: 'light' | 'dark' | undefined;

  constructor() {
    const stored = readStored();
    if (stored === 'light' || stored === 'dark') this.#chosen = stored;
    this.#system.addEventListener('change', () => this.#apply());
    this.#apply();
  }

  get isDark(): boolean {
    return this.#chosen === undefined ? this.#system.matches : this.#chosen === 'dark';
  }

  toggle(): void {
    this.#chosen = this.isDark ? 'light' : 'dark';
    try {
      localStorage.setItem(STORAGE_KEY, this.#chosen);
    } catch {
      // Storage may be refused; then the choice lasts as long as the page.
    }
    this.#apply();
  }

  /** Value of a custom property of style.css, such as `--accent`. */
  colour(property: string): string {
    return getComputedStyle(document.documentElement).getPropertyValue(property).trim();
  }

  /** Calls back after each change, until the returned function is called. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #apply(): void {
    document.documentElement.dataset.theme = this.isDark ? 'dark' : 'light';
    for (const listener of this.#listeners) listener();
  }
}

function readStored(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}
