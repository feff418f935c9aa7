import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import type { phone } from './browser.ts';
import { type Visit, visit } from './browser.ts';
import { goodPassword } from './people.ts';

export interface SignedInCustomer {
  token: string;
  user: { id: string; username: string; email: string; address: string };
  /** One call with the customer's session; answers the status and the body. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came back and says what it expects of it
  call(method: 'GET' | 'POST', path: string, body?: object): Promise<{ status: number; body: any }>;
}

/** A customer of a running server, registered without the screens that other stories walk through. */
export async function registerCustomer(serverUrl: string, username: string): Promise<SignedInCustomer> {
  const call = async (method: string, path: string, body?: object, token?: string) => {
    const response = await fetch(serverUrl + path, {
      method,
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  };
  const register = async () =>
    await call('POST', '/api/auth/register', {
      username,
      email: `${username}@stoop.example`,
      password: goodPassword,
      confirmPassword: goodPassword,
      firstName: 'Pat',
      lastName: 'Example',
      phone: '(215) 555-0142',
      address: '1127 S 9th St, Philadelphia, PA 19147',
    });
  let { status, body } = await register();
  // A server that has just started on a busy machine asks to come again.
  for (let again = 0; status === 503 && again < 20; again += 1) {
    await sleep(500);
    ({ status, body } = await register());
  }
  if (status !== 201) throw new Error(`could not register ${username}: ${status} ${JSON.stringify(body)}`);
  return { ...body, call: (method, path, sent) => call(method, path, sent, body.token) };
}

/** A browser window in which this customer is signed in from the first page on, with all its tabs. */
export async function visitAs(
  browser: Browser,
  device: typeof phone,
  serverUrl: string,
  { token, user }: SignedInCustomer,
): Promise<Visit> {
  const opened = await visit(browser, device, serverUrl);
  const entries: [string, string][] = [
    ['token', token],
    ['user', JSON.stringify(user)],
  ];
  await opened.context.addInitScript((stored) => {
    // Not in a frame of somebody else's.
    if (window !== window.top) return;
    for (const [key, value] of stored) localStorage.setItem(key, value);
  }, entries);
  return opened;
}
