import { execFileSync, spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDriver } from '../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../tests/support/app.ts';
import { commandEnv } from '../tests/support/processes/commands.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(async () => await t.close());

const script = join(import.meta.dirname, 'account.ts');
const strong = 'Dispatch-7AM!';

/** Returns true if `script` of util-linux is installed, which runs a program at a terminal of its own. */
function hasTerminals(): boolean {
  try {
    return execFileSync('script', ['--version'], { encoding: 'utf8' }).includes('util-linux');
  } catch {
    return false;
  }
}
const withTerminals = hasTerminals();
if (!withTerminals) console.info('Passwords are not typed: `script` of util-linux is not installed.');

/** Starts a program and collects what it prints. */
function start(program: string, args: readonly string[]) {
  const child = spawn(program, args, { env: { ...commandEnv, DATABASE_URL: t.databaseUrl } });
  const run = { child, output: '', ended: new Promise<number | null>((resolve) => child.once('close', resolve)) };
  const collect = (chunk: Buffer) => {
    run.output += chunk;
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  return run;
}

/** Runs the command at a terminal, and types each text after its prompt. Returns the screen, and the terminal's flags. */
async function atTerminal(args: string, typed: readonly [prompt: string, text: string][]) {
  const command = `"${process.execPath}" "${script}" ${args}; echo "exit=$?"; stty -a`;
  const run = start('script', ['--quiet', '--command', command, '/dev/null']);
  for (const [prompt, text] of typed) {
    await expect.poll(() => run.output, { timeout: 60_000 }).toContain(prompt);
    run.child.stdin.write(text);
  }
  await expect.poll(() => run.output, { timeout: 60_000 }).toMatch(/exit=\d+[\s\S]*echoke/);
  run.child.stdin.end();
  await run.ended;
  const [screen = '', flags = ''] = run.output.split(/(?<=exit=\d+)\s/);
  return { screen: screen.replaceAll('\r', ''), echoes: /\secho\s/.test(flags) && /\sicanon\s/.test(flags) };
}

/** Runs the command and writes `text` to its standard input, which stays open. */
async function withInput(args: readonly string[], text: string, { stdinEnds = false } = {}) {
  const run = start(process.execPath, [script, ...args]);
  run.child.stdin.write(text);
  if (stdinEnds) run.child.stdin.end();
  return { code: await run.ended, output: run.output };
}

const logIn = async (username: string, password: string) =>
  (await t.call('POST', '/api/auth/login', { body: { username, password } })).status;
const createArgs = (username: string) =>
  ['create', '--role', 'admin', '--username', username, '--email', `${username}@stoop.example`] as const;

describe.runIf(withTerminals)('a password typed at a terminal', { timeout: 120_000 }, () => {
  it('is asked for twice, not shown, and can be corrected', async () => {
    const { screen, echoes } = await atTerminal(createArgs('typed-admin').join(' '), [
      ['Password: ', `${strong}?\x7f\r`],
      ['The same again: ', `${strong}\r`],
    ]);
    expect(screen).toMatch(/^Password: \nThe same again: \n\{.*"username":"typed-admin".*\}\nexit=0$/);
    expect(screen).not.toContain('Dispatch');
    expect(echoes).toBe(true);
    expect(await logIn('typed-admin', strong)).toBe(200);
  });

  it('is refused before the second time when it breaks a rule, and when both differ', async () => {
    const args = createArgs('never-made').join(' ');
    const short = await atTerminal(args, [['Password: ', 'short\r']]);
    expect(short.screen).toBe('Password: \nPassword must be at least 8 characters long\nexit=1');
    // Both lines arrive together, as with a paste.
    const other = await atTerminal(args, [['Password: ', `${strong}\rDispatch-8AM!\r`]]);
    expect(other.screen).toBe('Password: \nThe same again: \nPasswords do not match\nexit=1');
  });

  it.each([
    ['Ctrl-C', '\x03'],
    ['Ctrl-D', '\x04'],
  ])('is cancelled by %s, and the terminal echoes again', async (_key, key) => {
    const args = createArgs('never-made').join(' ');
    const { screen, echoes } = await atTerminal(args, [['Password: ', `Disp${key === '\x04' ? '\x15' : ''}${key}`]]);
    expect(screen).toBe('Password: \nNo password was typed, and nothing was changed\nexit=1');
    expect(echoes).toBe(true);
  });
});

describe('a password on standard input', { timeout: 120_000 }, () => {
  it('is its first line, and the command ends while the pipe stays open', async () => {
    const { code, output } = await withInput([...createArgs('piped-admin'), '--password-stdin'], `${strong}\nmore\n`);
    expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('"username":"piped-admin"') });
    expect(await logIn('piped-admin', strong)).toBe(200);
  });

  it('may end without a line break, and resets a password too', async () => {
    const driver = await makeDriver(t);
    const args = ['reset-password', driver.username, '--password-stdin'];
    expect(await withInput(args, 'Another-7AM!', { stdinEnds: true })).toMatchObject({ code: 0 });
    expect(await logIn(driver.username, 'Another-7AM!')).toBe(200);
  });

  it('is refused when it is weak, missing, or given twice', async () => {
    const args = createArgs('never-made');
    const refused = async (more: readonly string[], text: string) =>
      await withInput([...args, ...more], text, { stdinEnds: true });
    expect(await refused(['--password-stdin'], 'short\n')).toEqual({
      code: 1,
      output: 'Password must be at least 8 characters long\n',
    });
    expect(await refused(['--password-stdin'], '')).toEqual({
      code: 1,
      output: 'No password came on standard input\n',
    });
    expect(await refused(['--password-stdin', '--password', strong], `${strong}\n`)).toEqual({
      code: 1,
      output: 'Use --password or --password-stdin, not both\n',
    });
    expect(await refused([], `${strong}\n`)).toEqual({
      code: 1,
      output: '--password is missing: run this at a terminal, or use --password-stdin\n',
    });
  });
});
