import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { type Engine, type EngineBrowser, type Point, stepTimeoutMs, type Tab, type WindowSize } from './engine.ts';

/** The steps of people in a window, for the stories of every engine. */

export type Steps = ReturnType<typeof stepsIn>;

/** Opens a window for one person and closes it at the end. If a step fails, saves a picture of the window. */
export async function inWindow(
  { name }: Engine,
  browser: EngineBrowser,
  size: WindowSize,
  act: (steps: Steps) => Promise<void>,
): Promise<void> {
  const tab = await browser.open(size);
  try {
    await act(stepsIn(tab));
    expect(tab.complaints).toEqual([]);
  } catch (error) {
    const picture = join(tmpdir(), 'stoop-engines', `${name}-${Date.now()}.png`);
    await mkdir(join(picture, '..'), { recursive: true });
    const seen = await tab.picture().catch(() => new Uint8Array());
    await writeFile(picture, seen);
    const at = await tab.run(() => location.href).catch(String);
    throw new Error(`${name} at ${at}, picture in ${picture}`, { cause: error });
  } finally {
    await tab.close();
  }
}

type Role = keyof typeof selectors;

/** Two presses within this time are a double click, whose second press the booking wizard ignores. */
const doubleClickMs = 600;

/** Every step waits until it is possible. While a dialog is open, it happens in that dialog. */
function stepsIn(tab: Tab) {
  const press = async (role: Role, name: string) => {
    for (let tries = 0; tries < 3; tries++) {
      await tab.mouse(await untilStill(tab, role, name));
      await sleep(doubleClickMs);
      // Something may get in the way at the last moment. A person presses again.
      const isMissed = await tab.run(() => 'isMissed' in window && window.isMissed).catch(() => false);
      if (!isMissed) return;
    }
    throw new Error(`three presses missed ${role} "${name}"`);
  };
  return {
    goto: tab.goto,
    reload: tab.reload,
    run: tab.run,
    picture: tab.picture,
    press,
    async drag(from: readonly [Role, string], to: readonly [Role, string]) {
      // Both places must be in view, so only the first of these waits may scroll.
      await untilStill(tab, ...to);
      const start = await untilStill(tab, ...from);
      await tab.mouse(start, await untilStill(tab, ...to));
    },
    /** Replaces the contents of a field. */
    async fill(label: string, text: string) {
      await press('field', label);
      await tab.run(() => (document.activeElement as HTMLInputElement).select());
      await tab.type(text);
    },
    /** Chooses an option by the beginning of its text. No engine lets a script open the list. */
    choose: (label: string, option: string) => until(tab, `${label}: ${option}`, chooseOption, label, option),
    untilText: (text: string) =>
      until(tab, `the text ${text}`, (wanted) => document.body.textContent.includes(wanted), text),
    untilAt: (path: string) => until(tab, path, (wanted) => location.pathname === wanted, path),
  };
}

const selectors = {
  button: 'button, summary',
  link: 'a[href]',
  radio: 'input[type=radio]',
  checkbox: 'input[type=checkbox]',
  field: 'input, textarea',
  heading: 'h1, h2, h3',
  text: 'p, span',
};

/** Waits for a result, even while the window goes from one page to another. */
async function until<Args extends unknown[], Result>(
  tab: Tab,
  what: string,
  script: (...args: Args) => Result | null | false,
  ...args: Args
): Promise<Result> {
  let last: unknown;
  for (const giveUpAt = Date.now() + stepTimeoutMs; Date.now() < giveUpAt; await sleep(150)) {
    try {
      const found = await tab.run(script, ...args);
      if (found !== null && found !== false) return found;
      last = found;
    } catch (error) {
      last = error;
    }
  }
  throw new Error(`no ${what} after ${stepTimeoutMs} ms`, { cause: last });
}

/** Waits until a control stays in its place. Returns its middle. */
async function untilStill(tab: Tab, role: Role, name: string): Promise<Point> {
  for (let before = { x: -1, y: -1 }; ; await sleep(100)) {
    const now = await until(tab, `${role} "${name}"`, middleOf, selectors[role], name);
    if (now.x === before.x && now.y === before.y) return now;
    before = now;
  }
}

/**
 * Runs in the page. Returns the middle of the control with this name if a press there reaches it. A field's label may
 * be longer than the name.
 */
function middleOf(selector: string, name: string): Point | null {
  const textOf = (element: Element | null | undefined) => {
    const copy = element?.cloneNode(true) as Element | undefined;
    for (const hidden of copy?.querySelectorAll('[aria-hidden=true]') ?? []) hidden.remove();
    return copy?.textContent.replace(/\s+/g, ' ').trim() ?? '';
  };
  const isMoving = document.getAnimations().some(({ playState, effect }) => {
    return playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
  });
  if (isMoving) return null;
  const dialogs = document.querySelectorAll('[role=dialog][data-state=open], [role=alertdialog][data-state=open]');
  const within = dialogs.item(dialogs.length - 1) ?? document;
  for (const control of within.querySelectorAll<HTMLInputElement>(selector)) {
    const label = control.labels?.item(0);
    const isInput = control.matches('input, textarea');
    const named = control.ariaLabel ?? textOf(isInput ? label : control);
    if (isInput ? !named.startsWith(name) : named !== name) continue;
    const isOff = control.disabled || control.getAttribute('aria-disabled') === 'true';
    if (isOff || !control.checkVisibility()) continue;
    // A choice's box may be hidden: people press its label.
    const target = control.matches('[type=radio], [type=checkbox]') ? (label ?? control) : control;
    // The mark lasts until the next click. Another page doesn't have it.
    Object.assign(window, { isMissed: true });
    control.addEventListener('click', () => Object.assign(window, { isMissed: false }), { once: true });
    const reach = () => {
      const { left, top, width, height } = target.getBoundingClientRect();
      const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)];
      return target.contains(document.elementFromPoint(x, y)) ? { x, y } : null;
    };
    const point = reach();
    if (point) return point;
    target.scrollIntoView({ block: 'center', behavior: 'instant' });
    return reach();
  }
  return null;
}

/** Runs in the page. Returns true if the option could be chosen. */
function chooseOption(label: string, option: string): boolean {
  const selects = [...document.querySelectorAll('select')];
  const select = selects.find((one) => (one.ariaLabel ?? one.labels[0]?.textContent)?.startsWith(label));
  const found = [...(select?.options ?? [])].find(({ text }) => text.startsWith(option));
  if (!select || !found) return false;
  select.value = found.value;
  select.dispatchEvent(new Event('input', { bubbles: true }));
  select.dispatchEvent(new Event('change', { bubbles: true }));
  return true;
}
