/** The oldest browsers that the app supports (QUAL-70). package.json declares them once, in the form that other tools read too. */
import { readFileSync } from 'node:fs';

/** @type {{ browserslist: string[] }} */
const { browserslist } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const buildNames = { ios_saf: 'ios' };

/** `[{ browser: 'safari', version: '16.4' }]`, with browserslist's names. */
export const browserFloor = browserslist.map((/** @type {string} */ line) => {
  const [, browser, version] = /^(\w+) >= ([\d.]+)$/.exec(line) ?? [];
  if (!browser || !version)
    throw new Error(`package.json: '${line}' in browserslist is not of the form 'safari >= 16.4'`);
  return { browser, version };
});

/** The targets that the build compiles syntax and CSS for: `['safari16.4']`. */
export const buildTarget = browserFloor.map(({ browser, version }) => `${buildNames[browser] ?? browser}${version}`);
