import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The only file that turns the device's clock into a date. */
const clockFile = 'web/api/server-clock.ts';

/** Files that measure durations with the device's clock. None of them makes a date of it. */
const durations: Readonly<Record<string, string>> = {
  'web/addresses/look-up-addresses.ts': 'how long lookups pause after a failure',
  'web/drivers/history/history.page.tsx': 'which of two saved responses is newer',
  'web/drivers/outbox/action.ts': "a press by the phone's clock, which the server corrects",
  'web/drivers/outbox/driver-route-query.ts': 'which actions a response includes',
  'web/drivers/outbox/open-phone.ts': 'how long accepted actions are kept',
  'web/drivers/outbox/outbox.ts': "a press by the phone's clock, and how long 'All sent' shows",
  'web/drivers/outbox/replay.ts': 'how long to wait before the next attempt',
  'web/drivers/outbox/results.ts': 'the order of refusals',
  'web/drivers/outbox/status/status-strip.tsx': 'how old the route is',
  'web/drivers/outbox/use-driver-route.ts': 'how long an action has waited',
  'web/drivers/outbox/work-table.ts': "the time of sending, by which the server corrects the phone's clock",
  'web/drivers/stop/undo-button.tsx': 'how long a press can be undone',
  'web/drivers/stop/use-press-guard.ts': 'how long presses are ignored',
  'web/offline/worker.ts': 'how old the cached page is',
  'web/push/choice.ts': "how long 'Not now' holds",
  'web/push/device.ts': 'how long ago the device was sent',
  'web/routing/optimize/optimize-outcome.tsx': 'the seconds that have passed',
};

const device = /\bDate\.now\b/;
/** `new Date()`, `new Date`, `Date()`, or the device's clock passed to what makes a date or its text. */
const dates =
  /\bnew Date(?:\(\s*\)|(?!\w|\())|(?<!new |\w|\.)Date\(\s*\)|\b(?:new Date|dateKeyOf|wallTimeOf|format\w*|\w*Text)\(\s*Date\.now\b/;

/** Returns what is wrong with a file's use of the device's clock, or null. */
function faultOf(path: string, source: string): string | null {
  const code = source.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '');
  if (path === clockFile) return null;
  const date = dates.exec(code)?.[0];
  if (date && !(path.endsWith('work-table.ts') && date === 'instantText(Date.now')) return `${path}: ${date}`;
  return device.test(code) && !(path in durations) ? `${path}: Date.now` : null;
}

const sources = globSync(['web/**/*.{ts,tsx}', 'contract/**/*.ts'], { cwd: root })
  .filter((path) => !path.endsWith('.test.ts'))
  .map((path) => ({ path, source: readFileSync(root + path, 'utf8') }));

it("no feature of the app turns the device's clock into a date", () => {
  expect(sources.length).toBeGreaterThan(500);
  expect(sources.map(({ path, source }) => faultOf(path, source)).filter((fault) => fault !== null)).toEqual([]);
});

it('lists only files that use the clock', () => {
  const used = sources.filter(({ source }) => device.test(source)).map(({ path }) => path);
  expect(Object.keys(durations).filter((path) => !used.includes(path))).toEqual([]);
});

it.each([
  'const today = dateKeyOf(new Date());',
  'const now = new Date;',
  'const now = new Date(Date.now());',
  'const today = dateKeyOf( Date.now() );',
  'const [now] = useState(Date.now);',
  'const text = Date();',
])('notices %s', (code) => {
  expect(faultOf('web/a.ts', code)).not.toBeNull();
});

it.each(['const at = new Date(instant);', '// new Date() is wrong', 'type Now = Date;'])('accepts %s', (code) => {
  expect(faultOf('web/a.ts', code)).toBeNull();
});
