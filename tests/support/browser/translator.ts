import type { BrowserContext, Page } from 'playwright-core';

export interface Translator {
  /** Whether it has begun before the app renders, or begins when the page shows its heading. */
  readonly begins: 'before the app' | 'after the app';
  /** Replaces each text node by elements, or keeps it and changes its value, as some extensions do. */
  readonly changes: 'nodes' | 'values';
}

export const allTranslators = [
  { begins: 'after the app', changes: 'nodes' },
  { begins: 'before the app', changes: 'nodes' },
  { begins: 'after the app', changes: 'values' },
] as const satisfies readonly Translator[];

/**
 * Rewrites the pages of a window as a browser's translator does: each text becomes `<font><font>TEXT</font></font>`, and
 * so does every text that is added later. Leaves out what says `translate="no"`. A translator of values only changes the
 * texts, to capitals too.
 *
 * A page logs an error, which fails the story, if it changes a text that is no longer on the screen. The app's own guard
 * (web/rewritten-page.ts) has no effect here, so that the app must do without it.
 */
export async function translatePages(context: BrowserContext, { begins, changes }: Translator): Promise<void> {
  await context.addInitScript(translate, { isFirst: begins === 'before the app', keepsNodes: changes === 'values' });
}

/** Waits until the heading of a page is translated. */
export async function waitForTranslator(page: Page): Promise<void> {
  await page
    .locator('h1', { hasText: /^[^a-z]+$/ })
    .first()
    .waitFor();
}

/** Runs in the page. */
function translate({ isFirst, keepsNodes }: { isFirst: boolean; keepsNodes: boolean }): void {
  for (const name of ['removeChild', 'insertBefore'] as const) {
    const original = Node.prototype[name];
    const named = function (this: Node, ...[child, next]: [Node, Node?]) {
      const missing = name === 'removeChild' ? child : next;
      if (missing && missing.parentNode !== this)
        console.error(
          `The app misses "${missing.textContent}" in ${this instanceof Element ? this.outerHTML.slice(0, 300) : 'the page'}`,
        );
      return Reflect.apply(original, this, [child, next]);
    };
    Object.defineProperty(Node.prototype, name, { get: () => named, set: () => undefined });
  }

  const replaced = new MutationObserver(([change]) =>
    console.error(`Nobody sees that a translated text became "${change?.target.nodeValue}".`),
  );
  const made = new WeakSet<Node>();
  const replace = (text: Text) => {
    if (keepsNodes) {
      text.data = text.data.toUpperCase();
      return;
    }
    const word = document.createTextNode(text.data.toUpperCase());
    made.add(word);
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    inner.append(word);
    outer.append(inner);
    text.replaceWith(outer);
    replaced.observe(text, { characterData: true });
  };
  const isTranslated = (text: Text) => {
    const parent = text.parentElement;
    const isKept = !parent || parent.closest('[translate=no], script, style, template, noscript, svg, textarea');
    return !isKept && !made.has(text) && text.data.trim() !== '' && text.data !== text.data.toUpperCase();
  };
  const sweep = () => {
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walk.nextNode()) texts.push(walk.currentNode as Text);
    for (const text of texts) if (isTranslated(text)) replace(text);
  };

  const changes = { childList: true, subtree: true, characterData: true };
  const begin = () => {
    sweep();
    new MutationObserver(isFirst ? sweep : () => setTimeout(sweep, 60)).observe(document.body, changes);
  };
  addEventListener('DOMContentLoaded', () => {
    if (isFirst) return begin();
    const shown = new MutationObserver(() => {
      if (!document.querySelector('h1')) return;
      shown.disconnect();
      setTimeout(begin, 300);
    });
    shown.observe(document, { childList: true, subtree: true });
  });
}
