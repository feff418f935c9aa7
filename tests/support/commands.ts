import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const scripts = join(import.meta.dirname, '../../scripts');

/** A script that runs before a command and moves its clock ahead. */
const laterClock = (aheadMs: number) => `
  const RealDate = Date;
  globalThis.Date = class Date extends RealDate {
    constructor(...args) { super(...(args.length === 0 ? [RealDate.now() + ${aheadMs}] : args)); }
    static now() { return RealDate.now() + ${aheadMs}; }
  };`;

/** Runs one of our commands, optionally with its clock ahead. Throws if it fails or writes to stderr. Returns its output. */
export async function runCommand(
  command: readonly [script: string, ...args: string[]],
  env: Record<string, string>,
  aheadMs = 0,
): Promise<string> {
  const [script, ...args] = command;
  const preload = `data:text/javascript,${encodeURIComponent(laterClock(aheadMs))}`;
  const { PATH = '', HOME = '' } = process.env;
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ['--import', preload, join(scripts, script), ...args],
    { env: { PATH, HOME, GEOCODER: 'off', ...env }, maxBuffer: 64 * 1024 * 1024 },
  );
  if (stderr !== '') throw new Error(`${script} wrote to stderr: ${stderr}`);
  return stdout;
}
