import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyTemplate } from '../support/database/fresh-database.ts';
import { effort } from '../support/effort.ts';

const root = join(import.meta.dirname, '../..');
const { PATH, HOME } = process.env;
/** A stop takes up to 10 s, and npm is slow on a busy machine. */
const endsWithinMs = 20_000;

let database: Awaited<ReturnType<typeof copyTemplate>>;
let dataDir: string;
/** The process groups that were started. */
const groups: number[] = [];
beforeAll(async () => {
  database = await copyTemplate();
  dataDir = mkdtempSync(join(tmpdir(), 'stoop-npm-'));
});
afterAll(async () => {
  for (const group of groups) killGroup(group);
  rmSync(dataDir, { recursive: true });
  await database.drop();
});

function killGroup(group: number): void {
  try {
    process.kill(-group, 'SIGKILL');
  } catch (error) {
    // The group is empty.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** How `npm start` is run. Each line prints the process ID of npm. */
const launches = {
  'in the foreground': 'echo "npm is $$"; exec npm start',
  'as a background job': 'npm start & echo "npm is $!"; wait',
  'as a background job without a standard input': 'npm start <&- & echo "npm is $!"; wait',
  'with interrupts ignored': `trap '' INT; npm start & echo "npm is $!"; wait`,
};

interface Launched {
  shell: ChildProcess;
  npmPid: number;
  output(): string;
}

async function launch(line: string): Promise<Launched> {
  const env = { PATH, HOME, PORT: '0', GEOCODER: 'off', DATABASE_URL: database.url, DATA_DIR: dataDir };
  const shell = spawn('sh', ['-c', line], {
    ...{ cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] },
    // A process group of its own, so that nothing survives a failed test.
    detached: true,
  });
  groups.push(shell.pid ?? 0);
  let output = '';
  const collect = (chunk: Buffer) => {
    output += chunk;
  };
  shell.stdout.on('data', collect);
  shell.stderr.on('data', collect);
  await expect.poll(() => output, { timeout: 60_000 }).toMatch(/Stoop is ready at/);
  return { shell, npmPid: Number(/npm is (\d+)/.exec(output)?.[1]), output: () => output };
}

/** Sends the signal to npm. Throws when a process that npm started still has its output open after the limit. */
async function endWith(signal: NodeJS.Signals, { shell, npmPid, output }: Launched): Promise<void> {
  const closed = once(shell, 'close', { signal: AbortSignal.timeout(endsWithinMs) });
  process.kill(npmPid, signal);
  await closed;
  const url = /ready at (\S+)/.exec(output())?.[1] ?? '';
  await expect(fetch(`${url}/healthz`)).rejects.toThrow();
}

describe('npm start', () => {
  const repetitions = effort({ sample: 1, full: 10 });

  it.each(Object.entries(launches))('ends the server when npm, run %s, gets a TERM', async (_how, line) => {
    for (let run = 0; run < repetitions; run++) await endWith('SIGTERM', await launch(line));
  });

  it('ends the server when npm gets an INT', async () => {
    await endWith('SIGINT', await launch(launches['as a background job']));
  });
});

describe('the commands of operators', () => {
  // npm passes a signal to its shell, and a shell that waits for a program dies without passing it on.
  it('replace the shell with the program', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const commands = ['start', 'dev', 'account', 'migrate', 'backup', 'restore', 'reconcile', 'ledger'];
    expect(commands.filter((name) => !scripts[name]?.startsWith('exec node '))).toEqual([]);
  });
});
