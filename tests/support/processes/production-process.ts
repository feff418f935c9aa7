import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { commandEnv } from './commands.ts';
import { freePort } from './proxy.ts';

const root = join(import.meta.dirname, '../../..');

export interface ProductionProcess {
  url: string;
  process: ChildProcess;
  /** Returns what the process has written so far to both of its outputs, line by line. */
  lines(): string[];
  /** Resolves with the exit code when the process has ended and all of its output is read. */
  ended: Promise<number | null>;
}

/** Code that runs in the process first: a signal makes Node warn, another one causes an error that nothing catches. */
const faults = `data:text/javascript,${encodeURIComponent(`
  process.on('SIGWINCH', () => process.emitWarning('a test warns', 'DeprecationWarning'));
  process.on('SIGCONT', () => { throw new Error('a test fails'); });
  process.on('SIGUSR1', () => { Promise.reject(new Error('a test rejects')); });
`)}`;

/** Starts the server as the container does (`CMD` of the Dockerfile), without waiting for it. */
export async function startProductionProcess(env: Record<string, string>): Promise<ProductionProcess> {
  const port = await freePort();
  const child = spawn(process.execPath, ['--import', faults, 'server/main.ts'], {
    cwd: root,
    env: { ...commandEnv, NODE_ENV: 'production', PORT: String(port), GEOCODER: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const outputs = ['', ''];
  for (const [at, stream] of [child.stdout, child.stderr].entries()) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      outputs[at] += text;
    });
  }
  return {
    url: `http://127.0.0.1:${port}`,
    process: child,
    lines: () => outputs.flatMap((text) => text.split('\n')).filter((line) => line !== ''),
    ended: once(child, 'close').then(([code]) => code),
  };
}
