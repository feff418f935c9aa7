import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { SMTPServer } from 'smtp-server';
import { describe, expect, it } from 'vitest';
import { goodPassword, registrationForm } from '../support/accounts/people.ts';
import { registerCustomer } from '../support/accounts/signed-in.ts';
import { checkPage, customerDevices, openPlainPage, phone } from '../support/browser/browser.ts';
import { refusedRequests, setUpStories } from '../support/browser/story.ts';
import { isLong } from '../support/effort.ts';
import { startServerProcess } from '../support/processes/server-process.ts';
import { linkIn, parseMail, readMails, type SentMail, tokenIn } from '../support/services/mails.ts';

/** An account's emails, from the real mailer to the browser: verifying the address, and a forgotten password. */

const newPassword = 'Another-7AM!';
const stories = setUpStories({ expectedErrors: refusedRequests });

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** Waits until this many emails were sent to an address. Returns them. */
async function waitForMails(email: string, count: number, read: () => Promise<SentMail[]>): Promise<SentMail[]> {
  for (
    const giveUpAt = Date.now() + 60_000;
    Date.now() < giveUpAt;
    await new Promise((next) => setTimeout(next, 200))
  ) {
    const mails = (await read()).filter((mail) => mail.to === email);
    if (mails.length >= count) return mails;
  }
  throw new Error(`no ${count} mails to ${email} in time`);
}

async function register(page: Page, form: Record<string, string>): Promise<void> {
  const labels = {
    Username: form.username,
    Email: form.email,
    'First name': form.firstName,
    'Last name': form.lastName,
    'Phone number': '1 215 555 0142',
    'Service address': form.address,
    Password: form.password,
    'Confirm password': form.password,
  };
  await page.goto('/register');
  for (const [label, value] of Object.entries(labels)) {
    // Letter by letter, as people type: the phone field formats the number.
    await page.getByLabel(label, { exact: true }).pressSequentially(value ?? '');
  }
  expect(await page.getByLabel('Phone number').inputValue()).toBe('(215) 555-0142');
  await press(page, 'Create Account');
  await page.waitForURL('**/dashboard');
}

async function signIn(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel('Username or email').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await press(page, 'Sign In');
}

describe.each(customerDevices)('on $name', (device) => {
  it('a customer verifies the address, forgets the password and sets a new one', async () => {
    const { server } = stories;
    const { page, complaints } = await stories.visit(device);
    const form = registrationForm();
    const { username = '', email = '' } = form;
    const mailsSoFar = (count: number) => waitForMails(email, count, () => readMails(join(server.dataDir, 'mail')));

    await register(page, form);
    const me = async () => {
      const token = await page.evaluate(() => localStorage.getItem('token'));
      const response = await fetch(`${server.url}/api/me`, { headers: { authorization: `Bearer ${token}` } });
      return (await response.json()) as { emailVerified?: boolean };
    };
    const [verification] = await mailsSoFar(1);
    await page.goto(linkIn(verification, '/verify-email'));
    await heading(page, 'Verify your email');
    await page.waitForURL(`${server.url}/verify-email`);
    expect(await me()).toMatchObject({ emailVerified: false });
    await checkPage(page);
    await page.reload();
    await press(page, 'Verify my email');
    await heading(page, 'Email verified');
    await checkPage(page);
    expect(await me()).toMatchObject({ emailVerified: true });
    await page.getByRole('link', { name: 'Go to my home page' }).click();
    await page.waitForURL('**/dashboard');

    // Later, signed out.
    await openPlainPage(page);
    await page.evaluate(() => localStorage.clear());
    await page.goto('/login');
    await checkPage(page);
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await heading(page, 'Forgot your password?');
    await press(page, 'Send the link');
    await page.getByText('Please enter a valid email address').waitFor();
    await checkPage(page);
    await page.getByLabel('Email').fill(email.toUpperCase());
    await page.keyboard.press('Enter');
    await heading(page, 'Check your email');
    await page.getByText(`If ${email} has an account`).waitFor();
    await checkPage(page);

    const mails = await mailsSoFar(2);
    const link = linkIn(mails.at(-1), '/reset-password');
    await page.goto(link);
    await heading(page, 'Set a new password');
    await page.waitForURL(`${server.url}/reset-password`);
    await page.getByLabel('New password', { exact: true }).fill('short');
    await press(page, 'Save new password');
    await page.getByText('Password must be at least 8 characters long').waitFor();
    await page.getByText('Passwords do not match').waitFor();
    await checkPage(page);
    await page.getByLabel('New password', { exact: true }).fill(newPassword);
    await page.getByLabel('Confirm new password').fill(newPassword);
    await press(page, 'Save new password');
    await heading(page, 'Password changed');
    await checkPage(page);
    expect(complaints).toEqual([]);

    await page.getByRole('link', { name: 'Sign in' }).click();
    await signIn(page, username, goodPassword);
    await page.getByText('Invalid username or password').first().waitFor();
    await signIn(page, username, newPassword);
    await page.waitForURL('**/dashboard');

    await page.goto(link);
    await page.getByLabel('New password', { exact: true }).fill('Third-time7!');
    await page.getByLabel('Confirm new password').fill('Third-time7!');
    await press(page, 'Save new password');
    await heading(page, 'This link no longer works');
    await checkPage(page);
    await page.getByRole('link', { name: 'Get a new link' }).click();
    await heading(page, 'Forgot your password?');

    expect(server.output()).toContain('.eml');
    for (const secret of [newPassword, tokenIn(verification, '/verify-email'), link.split('=')[1] ?? '']) {
      expect(server.output()).not.toContain(secret);
    }
  });
});

it('shows the same message for an unknown address, and keeps the address when the network fails', async () => {
  const { page, context } = await stories.visit(phone);
  await page.goto('/forgot-password');
  await page.getByLabel('Email').fill('nobody@stoop.example');
  await context.setOffline(true);
  await press(page, 'Send the link');
  await page.getByText('Link not sent', { exact: true }).first().waitFor();
  expect(await page.getByLabel('Email').inputValue()).toBe('nobody@stoop.example');
  await context.setOffline(false);
  await press(page, 'Send the link');
  await heading(page, 'Check your email');
  await page.getByText('If nobody@stoop.example has an account').waitFor();
  await press(page, 'Use a different email');
  await heading(page, 'Forgot your password?');
  expect(await page.getByLabel('Email').inputValue()).toBe('nobody@stoop.example');
});

it.runIf(isLong)('shows how to get a link on a page that was opened without one', async () => {
  const { page, complaints } = await stories.visit(phone);
  await page.goto('/reset-password');
  await page.getByRole('link', { name: 'Get a new link' }).waitFor();
  await checkPage(page);
  await page.goto('/verify-email');
  await page.getByText('Sign in and request a new link in your settings.').waitFor();
  await checkPage(page);
  expect(complaints).toEqual([]);
});

it.runIf(isLong)('sends emails by SMTP if it is configured', async () => {
  const raw: string[] = [];
  const smtp = new SMTPServer({
    logger: false,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _session, done) =>
      username === 'mailer' && password === 'p@ss hunter2' ? done(null, { user: username }) : done(new Error('no')),
    onData(stream, _session, done) {
      let text = '';
      stream.on('data', (chunk) => {
        text += chunk;
      });
      stream.on('end', () => {
        raw.push(text);
        done();
      });
    },
  });
  // Our server may close the connection early when it stops.
  smtp.on('error', () => {});
  await new Promise<void>((ready) => smtp.listen(0, '127.0.0.1', ready));
  const { port } = smtp.server.address() as AddressInfo;
  const mailing = await startServerProcess({
    SMTP_URL: `smtp://mailer:p%40ss%20hunter2@127.0.0.1:${port}`,
    MAIL_FROM: 'The Stoop <post@stoop.example>',
    APP_URL: 'https://stoop.example',
  });
  try {
    const { user } = await registerCustomer(mailing.url, 'mailed-customer');
    const read = async () => raw.map((text) => ({ file: '', ...parseMail(text) }));
    const [mail] = await waitForMails(user.email, 1, read);
    expect(mail?.from).toBe('The Stoop <post@stoop.example>');
    const token = tokenIn(mail, '/verify-email');
    expect(mail?.text).toContain(`https://stoop.example/verify-email?token=${token}`);
    for (const secret of [token, 'hunter2', 'p%40ss']) expect(mailing.output()).not.toContain(secret);
  } finally {
    await mailing.stop();
    await new Promise<void>((closed) => smtp.close(closed));
  }
});
