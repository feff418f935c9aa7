import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { settingsTable } from '../server/settings/table.ts';

/** `npm run settings`: writes the README's table and `.env.example` from `server/settings/table.ts`. A test compares them. */

export const readmePath = join(import.meta.dirname, '../README.md');
export const envExamplePath = join(import.meta.dirname, '../.env.example');

const tableStart = '| variable | default | |\n|---|---|---|\n';

/** Returns the README with its table of settings replaced. Throws if the head of the table is missing. */
export function renderReadme(readme: string): string {
  const start = readme.indexOf(tableStart);
  if (start < 0) throw new Error('README.md: the table of settings is missing.');
  const end = readme.indexOf('\n\n', start);
  const rows = settingsTable.map((setting) => {
    const value = 'default' in setting ? setting.default : setting.unset;
    return `| \`${setting.name}\` | ${value} | ${setting.description} |`;
  });
  return `${readme.slice(0, start)}${tableStart}${rows.join('\n')}${readme.slice(end)}`;
}

/** Returns the text of `.env.example`: every setting commented out, with its default and its description. */
export function renderEnvExample(): string {
  const head = [
    '# Every setting, made from server/settings/table.ts by `npm run settings`: edit that file, not this one.',
    '# Copy this file to .env and remove the # of what you change. An empty value is the same as none.',
    '# compose.yaml reads .env. The server itself reads its environment only; with a shell:',
    '#   set -a; . ./.env; set +a; npm start',
  ];
  const entries = settingsTable.map((setting) => {
    const note = 'default' in setting ? '' : ` Default: ${setting.unset.replace(/^none: (.*)/, 'none ($1)')}.`;
    const value = 'default' in setting ? quoted(setting.default) : '';
    return `# ${setting.description}${note}\n#${setting.name}=${value}`;
  });
  return `${[head.join('\n'), ...entries].join('\n\n')}\n`;
}

/** Quotes a value that a shell would split or interpret. */
function quoted(value: string): string {
  return /^[\w./:@-]+$/.test(value) ? value : `"${value}"`;
}

if (import.meta.main) {
  await writeFile(readmePath, renderReadme(await readFile(readmePath, 'utf8')));
  await writeFile(envExamplePath, renderEnvExample());
}
