import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../../..');
const { PATH = '', HOME = '' } = process.env;

/**
 * The environment of every command. It shares the compiled code with `npm start`, because loading takes most of a
 * command's time.
 */
export const commandEnv = { PATH, HOME, NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node') };

/** Returns the URL of a script that runs before a Node process and moves its clock ahead. */
export const laterClock = (aheadMs: number) =>
  `data:text/javascript,${encodeURIComponent(`
  const RealDate = Date;
  globalThis.Date = class Date extends RealDate {
    constructor(...args) { super(...(args.length === 0 ? [RealDate.now() + ${aheadMs}] : args)); }
    static now() { return RealDate.now() + ${aheadMs}; }
  };`)}`;

/** Runs one of our commands, optionally with its clock ahead. Throws if it fails or writes to stderr. Returns its output. */
export async function runCommand(
  command: readonly [script: string, ...args: string[]],
  env: Record<string, string>,
  aheadMs = 0,
): Promise<string> {
  const [script, ...args] = command;
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ['--import', laterClock(aheadMs), join(root, 'scripts', script), ...args],
    { env: { ...commandEnv, GEOCODER: 'off', ...env }, maxBuffer: 64 * 1024 * 1024 },
  );
  if (stderr !== '') throw new Error(`${script} wrote to stderr: ${stderr}`);
  return stdout;
}
