import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDriver } from '../tests/support/accounts/people.ts';
import { enrol } from '../tests/support/accounts/second-factor.ts';
import { startTestApp, type TestApp } from '../tests/support/app.ts';
import { commandEnv } from '../tests/support/processes/commands.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(async () => await t.close());

const script = join(import.meta.dirname, 'account.ts');

/** Runs the command in a process and returns its output and exit code. */
async function account(args: string[], env: Record<string, string> = { DATABASE_URL: t.databaseUrl }) {
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [script, ...args], {
      env: { ...commandEnv, ...env },
    });
    return { code: 0, stdout, stderr };
  } catch (error) {
    return error as { code: number; stdout: string; stderr: string };
  }
}

const create = (role: string, username: string, ...more: string[]) =>
  account([
    'create',
    '--role',
    role,
    '--username',
    username,
    '--email',
    `${username}@stoop.example`,
    '--password',
    'Dispatch-7AM!',
    ...more,
  ]);
const logIn = (username: string, password: string) =>
  t.call('POST', '/api/auth/login', { body: { username, password } });

describe('npm run account', { timeout: 120_000 }, () => {
  it('creates the first admin, whose username may contain admin, and prints the account', async () => {
    const { code, stdout, stderr } = await create(
      'admin',
      'the-admin',
      '--first-name',
      'Demo',
      '--phone',
      '2155550142',
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({
      username: 'the-admin',
      email: 'the-admin@stoop.example',
      role: 'admin',
      firstName: 'Demo',
      lastName: null,
      phone: '(215) 555-0142',
      isActive: true,
    });
    expect(stdout).not.toContain('Dispatch-7AM!');
    const { status, body } = await logIn('the-admin', 'Dispatch-7AM!');
    expect({ status, role: body.user.role }).toEqual({ status: 200, role: 'admin' });
  });

  it('prints errors as one line', async () => {
    await create('customer', 'taken-name');
    // One case of each kind, because each starts a process.
    const cases: [() => ReturnType<typeof account>, RegExp][] = [
      [() => create('customer', 'Taken-Name'), /^Username is already taken\n$/],
      [() => create('owner', 'somebody'), /^Role must be customer, driver or admin\n$/],
      [() => create('customer', 'admin admin'), /^Username can only contain letters/],
      [() => account(['create', '--role', 'admin']), /^--username is missing\n$/],
      [() => account(['create', '--nonsense']), /^Unknown option '--nonsense'/],
      [() => account(['explode']), /^Unknown command 'explode'/],
      [
        () => account(['list'], { DATABASE_URL: 'postgres://127.0.0.1:1/none' }),
        /^Cannot use the database of DATABASE_URL/,
      ],
    ];
    for (const [run, message] of cases) {
      const { code, stdout, stderr } = await run();
      expect(stderr).toMatch(message);
      expect({ code, stdout, lines: stderr.trim().split('\n').length }).toEqual({ code: 1, stdout: '', lines: 1 });
    }
  });

  it('lists accounts', async () => {
    await create('driver', 'listed-driver');
    const { stdout } = await account(['list', '--role', 'driver', '--search', 'LISTED']);
    expect(JSON.parse(stdout)).toMatchObject([{ username: 'listed-driver', role: 'driver' }]);
  });

  it('disables an account but not the last admin, and enables it again', async () => {
    const { body } = await logIn('listed-driver', 'Dispatch-7AM!');
    const disabled = await account(['disable', '--username', 'listed-driver@stoop.example']);
    expect(JSON.parse(disabled.stdout)).toMatchObject({ isActive: false });
    expect((await t.call('GET', '/api/me', { token: body.token })).status).toBe(401);
    expect((await logIn('listed-driver', 'Dispatch-7AM!')).status).toBe(401);
    const enabled = await account(['enable', '--username', 'LISTED-driver']);
    expect(JSON.parse(enabled.stdout)).toMatchObject({ isActive: true });
    expect((await logIn('listed-driver', 'Dispatch-7AM!')).status).toBe(200);
    const last = await account(['disable', '--username', 'the-admin']);
    expect(last).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/^The last admin must stay/) });
  });

  it('resets two-factor sign-in by email address, ends the sessions and leaves the email to the server', async () => {
    const driver = await makeDriver(t);
    await enrol(t, driver, new Date());
    expect((await logIn(driver.username, driver.password)).status).toBe(401);
    const { code, stdout, stderr } = await account(['reset-factor', driver.email]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({ username: driver.username, twoFactorEnabled: false });
    expect((await t.call('GET', '/api/me', { token: driver.token })).status).toBe(401);
    expect((await logIn(driver.username, driver.password)).status).toBe(200);
    await t.runJobs();
    expect((await t.mails()).at(-1)).toMatchObject({
      to: expect.stringContaining(driver.email),
      subject: expect.stringContaining('was reset'),
    });
    const again = await account(['reset-factor', '--username', driver.username]);
    expect(again).toMatchObject({
      code: 1,
      stdout: '',
      stderr: `Two-factor sign-in of '${driver.username}' is already off.\n`,
    });
  });

  it('resets a password, and the running server emails the address', async () => {
    const before = await logIn('listed-driver', 'Dispatch-7AM!');
    await account(['reset-password', '--username', 'listed-driver', '--password', 'Another-7AM!']);
    expect((await t.call('GET', '/api/me', { token: before.body.token })).status).toBe(401);
    expect((await logIn('listed-driver', 'Another-7AM!')).status).toBe(200);
    await t.runJobs();
    const subjects = (await t.mails()).filter(({ to }) => to.includes('listed-driver')).map(({ subject }) => subject);
    expect(subjects).toContain('Your Stoop password was changed');
  });

  it('uses the embedded database of DATA_DIR and creates it if needed', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'stoop-account-'));
    try {
      const env = { DATA_DIR: dataDir };
      const args = [
        '--role',
        'admin',
        '--username',
        'first-admin',
        '--email',
        'first@stoop.example',
        '--password',
        'Dispatch-7AM!',
      ];
      expect(await account(['create', ...args], env)).toMatchObject({ code: 0, stderr: '' });
      expect(JSON.parse((await account(['list'], env)).stdout)).toMatchObject([{ username: 'first-admin' }]);
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  });
});
