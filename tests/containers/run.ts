import { spawn } from 'node:child_process';

/** Thrown when a program fails or takes too long. The message has its last lines. */
export class CommandFailed extends Error {}

export interface RunOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  timeoutMs?: number;
}

const lastLines = 40;

/**
 * Runs a program to its end and returns what it wrote to standard output. Throws CommandFailed, with the last lines of
 * both outputs, when it ends with another code than 0 or isn't done within `timeoutMs` (20 minutes).
 */
export async function run(command: readonly [string, ...string[]], options: RunOptions = {}): Promise<string> {
  const [program, ...args] = command;
  const { cwd, env = process.env, timeoutMs = 20 * 60_000 } = options;
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], timeout: timeoutMs });
  let stdout = '';
  let all = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    all += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    all += text;
  });
  const ended = await new Promise<string | null>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(code === 0 ? null : `ended with ${signal ?? code}`));
  });
  if (ended === null) return stdout;
  const tail = all.trimEnd().split('\n').slice(-lastLines).join('\n');
  throw new CommandFailed(`${command.join(' ')}: ${ended}\n${tail}`);
}

/** Returns true if a program ends with code 0. */
export async function succeeds(command: readonly [string, ...string[]], options: RunOptions = {}): Promise<boolean> {
  return await run(command, options).then(
    () => true,
    () => false,
  );
}
