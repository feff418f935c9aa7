import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from './run.ts';
import { repository } from './site.ts';

const git = async (...args: string[]) => (await run(['git', ...args], { cwd: repository })).trim();
const versionIn = (packageJson: string): string => JSON.parse(packageJson).version;

/** Returns the last commit whose package.json has another version than the working tree's; undefined if there is none. */
export async function findPreviousRelease(): Promise<string | undefined> {
  const version = versionIn(await readFile(join(repository, 'package.json'), 'utf8'));
  const commits = (await git('log', '--first-parent', '--format=%H', '--', 'package.json')).split('\n');
  let newer = 'HEAD';
  for (const commit of commits) {
    if (versionIn(await git('show', `${commit}:package.json`)) !== version) {
      return await git('rev-parse', newer === 'HEAD' ? 'HEAD' : `${newer}^`);
    }
    newer = commit;
  }
  return undefined;
}
