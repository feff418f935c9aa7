import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Expects that nothing covers or cuts off a word of the page, or of the dialog that is open. */
export async function expectNoCoveredWords(page: Page): Promise<void> {
  expect(await page.evaluate(findCoveredWords), `covered words on ${page.url()}`).toEqual([]);
}

/**
 * Runs in the page. Scrolls each text to the middle of the window, and looks at points along each of its lines. A word
 * is covered if something with a background, a picture or another text is above it there, and cut off if it reaches out
 * of a box that hides what overflows, or out of the window. Texts that end in "…" and texts for screen readers alone are
 * cut off on purpose.
 */
export function findCoveredWords(): string[] {
  const isPainted = (element: Element, x: number, y: number) => {
    const { backgroundColor, backgroundImage, opacity, visibility } = getComputedStyle(element);
    if (visibility === 'hidden' || Number(opacity) < 0.1) return false;
    const isSeeThrough = backgroundColor === 'transparent' || /[,/] ?0(?:\.0\d*)?%?\)$/.test(backgroundColor);
    if (!isSeeThrough || backgroundImage !== 'none' || element.matches('img, canvas, video')) return true;
    return [...element.childNodes].some(
      (node) => node instanceof Text && linesOf(node).some((line) => holds(line, x, y)),
    );
  };
  /** Returns the lines of a text. One that ends in "…" is as long as what is shown of it. */
  const linesOf = (text: Text) => {
    const range = document.createRange();
    range.selectNodeContents(text);
    const box = shortenedBy(text.parentElement);
    const lines = [...range.getClientRects()].map((line) => {
      if (!box) return line;
      const [left, right] = [Math.max(line.left, box.left), Math.min(line.right, box.right)];
      return new DOMRect(left, line.top, right - left, line.height);
    });
    return lines.filter(({ width, height }) => width > 2 && height > 2);
  };
  const shortenedBy = (element: Element | null) => {
    for (let box = element; box && box !== document.body; box = box.parentElement) {
      if (getComputedStyle(box).textOverflow === 'ellipsis') return box.getBoundingClientRect();
    }
    return null;
  };
  const holds = ({ left, right, top, bottom }: DOMRect, x: number, y: number) =>
    x > left && x < right && y > top && y < bottom;
  const isRelated = (one: Element, other: Element) => one.contains(other) || other.contains(one);

  /** Returns what is above the element at a point; null if nothing covers it. */
  const coverOf = (element: Element, x: number, y: number) => {
    // Nothing under the pointer, so its place in the stack isn't known.
    if (getComputedStyle(element).pointerEvents === 'none') return null;
    const above = document.elementsFromPoint(x, y);
    const at = above.findIndex((other) => isRelated(other, element));
    const covers = above.slice(0, Math.max(at, 0));
    return covers.find((other) => isPainted(other, x, y)) ?? null;
  };
  /** Returns the box that cuts the line off; null if none does. A box that scrolls, or a text with "…", doesn't. */
  const cutterOf = (element: Element, line: DOMRect) => {
    for (let box: Element | null = element; box && box !== document.documentElement; box = box.parentElement) {
      const style = getComputedStyle(box);
      if (style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none') return null;
      const [isCutX, isCutY] = [style.overflowX, style.overflowY].map(
        (value) => value === 'hidden' || value === 'clip',
      );
      const { left, right, top, bottom } = box.getBoundingClientRect();
      if (isCutX && (line.left < left - 2 || line.right > right + 2)) return box;
      // The line box is taller than its letters.
      const slack = 2 + line.height / 5;
      if (isCutY && (line.top < top - slack || line.bottom > bottom + slack)) return box;
      if (style.position === 'fixed') return null;
    }
    return null;
  };
  /** Returns true for texts that nobody sees: hidden ones, and those for screen readers alone. */
  const isUnseen = (element: Element) => {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return true;
    for (let box: Element | null = element; box; box = box.parentElement) {
      const { position, clipPath, width, height } = getComputedStyle(box);
      if (position === 'absolute' && (clipPath !== 'none' || (width === '1px' && height === '1px'))) return true;
    }
    return element.closest('svg, script, style, noscript, template, option, [inert]') !== null;
  };
  const nameOf = (element: Element) => `<${element.localName} class="${element.getAttribute('class') ?? ''}">`;

  const dialogs = document.querySelectorAll('[role=dialog], [role=alertdialog]');
  const walk = document.createTreeWalker(dialogs[dialogs.length - 1] ?? document.body, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  const check = (text: Text, element: Element) => {
    element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    for (const line of linesOf(text)) {
      const say = (what: string, other: Element) =>
        found.push(`"${text.data.trim().slice(0, 60)}" ${what} ${nameOf(other)}`);
      const cutter = cutterOf(element, line);
      if (cutter) return void say('is cut off by', cutter);
      if (line.bottom < 0 || line.top > innerHeight) continue;
      if (line.left < -2 || line.right > innerWidth + 2) return void say('reaches out of the window in', element);
      for (const share of [0.1, 0.5, 0.9]) {
        const cover = coverOf(element, line.left + line.width * share, line.top + line.height / 2);
        if (cover) return void say('is covered by', cover);
      }
    }
  };
  while (walk.nextNode()) {
    const text = walk.currentNode as Text;
    const element = text.parentElement;
    if (element && text.data.trim() !== '' && !isUnseen(element)) check(text, element);
  }
  scrollTo(0, 0);
  return found;
}
