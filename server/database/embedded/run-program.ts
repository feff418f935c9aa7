import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Owner } from './owner.ts';

const execFileAsync = promisify(execFile);

/**
 * Runs a program as `owner` to its end and returns what it printed. Throws Node's `ExecFileException`: `code` is the
 * exit code, or the system's error code if the program could not be run.
 */
export async function runProgram(program: string, args: string[], cwd: string, owner: Owner, input = '') {
  const running = execFileAsync(program, args, { cwd, ...owner, env: childEnvironment(), windowsHide: true });
  running.child.stdin?.on('error', () => undefined).end(input); // it may exit before it reads
  const { stdout, stderr } = await running;
  return stdout + stderr;
}

/** PostgreSQL needs nothing else of our environment, and its processes must not see our secrets. */
export function childEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, TEMP } = process.env;
  return { LC_ALL: 'C', TZ: 'UTC', ...(PATH && { PATH }), ...(SystemRoot && { SystemRoot }), ...(TEMP && { TEMP }) };
}
