import type { Locator, Page } from 'playwright-core';

/** How long a page gets to answer a press, in ms. */
const pauseMs = 250;
/** Presses that end the session or leave the app. */
const leaves = /^(?:sign out|log ?out|call|print|download|rows not imported|install)/i;
/** Presses that close a dialog. They come last. */
const closes = /^(?:close|cancel|back|keep|never ?mind|not now|done)\b/i;

/**
 * Presses every button of a page once, chooses the second option of every list, and presses the buttons of each dialog
 * that opens. Returns what it pressed. `open` loads the page, and loads it again after a press that left it.
 */
export async function pressEverything(page: Page, path: string, open: () => Promise<void>): Promise<string[]> {
  await open();
  const done = new Set<string>();
  for (let next = await nextButton(page, done); next; next = await nextButton(page, done)) {
    done.add(next.name);
    await next.button.click({ timeout: 2_000 }).catch(() => undefined);
    await page.waitForTimeout(pauseMs);
    await workThroughDialog(page, done, next.name);
    if (new URL(page.url()).pathname !== path || (await isDialogOpen(page))) await open();
  }
  await chooseOthers(page);
  return [...done];
}

const dialogOf = (page: Page) => page.locator('[role=dialog], [role=alertdialog]').last();
const isDialogOpen = async (page: Page) => (await dialogOf(page).count()) > 0;

/** Returns the first visible button with a name that wasn't pressed yet. */
async function nextButton(within: Page | Locator, done: ReadonlySet<string>, prefix = '') {
  let last: { button: Locator; name: string } | null = null;
  for (const button of await within.locator('button:visible, [role=tab]:visible, summary:visible').all()) {
    const text = await button.evaluate(nameOf).catch(() => '');
    const name = prefix + text;
    if (text === '' || leaves.test(text) || done.has(name)) continue;
    if (!closes.test(text)) return { button, name };
    last ??= { button, name };
  }
  return last;
}

/** Runs in the page. Numbers are left out, so that the same button of another row counts as pressed. */
function nameOf(button: Element): string {
  if (button.matches(':disabled, [aria-disabled=true]')) return '';
  const name = button.getAttribute('aria-label') ?? button.textContent ?? '';
  return name.toLowerCase().replaceAll(/\d+/g, '#').trim().slice(0, 40);
}

/** Sends the empty form of an open dialog and presses its other buttons, until it closes. */
async function workThroughDialog(page: Page, done: Set<string>, opener: string): Promise<void> {
  for (let presses = 0; presses < 20 && (await isDialogOpen(page)); presses += 1) {
    await chooseOthers(dialogOf(page));
    const next = await nextButton(dialogOf(page), done, `${opener} › `);
    if (!next) {
      await page.keyboard.press('Escape');
      await page.waitForTimeout(pauseMs);
      return;
    }
    done.add(next.name);
    await next.button.click({ timeout: 2_000 }).catch(() => undefined);
    await page.waitForTimeout(pauseMs);
  }
}

/** Changes every list, switch and date once, so that what depends on them is shown. */
async function chooseOthers(within: Page | Locator): Promise<void> {
  for (const list of await within.locator('select:visible:enabled').all()) {
    const options = await list.locator('option').count();
    if (options > 1) await list.selectOption({ index: 1 }, { timeout: 2_000 }).catch(() => undefined);
  }
  for (const box of await within
    .locator('input[type=checkbox]:visible:enabled, input[type=radio]:visible:enabled')
    .all()) {
    await box.click({ timeout: 1_000, force: true }).catch(() => undefined);
  }
  for (const field of await within
    .locator('input[type=text]:visible:enabled, input:not([type]):visible:enabled, textarea:visible')
    .all()) {
    await field.fill('x1', { timeout: 1_000 }).catch(() => undefined);
  }
}
