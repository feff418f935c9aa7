import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { type phone, type Visit, visit } from '../browser/browser.ts';
import { makeAccount, registrationForm } from './people.ts';

// biome-ignore lint/suspicious/noExplicitAny: a story states what it expects of the body
export type Json = any;

/** A user of a running server and their session. */
export interface SignedInUser {
  token: string;
  user: { id: string; username: string; email: string; address: string };
  /** Sends one request with this session. Returns the status and the body. */
  call(method: string, path: string, body?: object): Promise<{ status: number; body: Json }>;
  /** Like `call`, but returns the body alone and throws unless the request succeeds. */
  send(method: string, path: string, body?: object): Promise<Json>;
}

/** Registers a customer through the API. `changes` replace fields of the registration form. */
export async function registerCustomer(
  serverUrl: string,
  username: string,
  changes: Record<string, string> = {},
): Promise<SignedInUser> {
  const form = { ...registrationForm(), username, email: `${username}@stoop.example`, ...changes };
  return await openSession(serverUrl, '/api/auth/register', form);
}

/** Makes a driver or an admin in the server's database and signs them in through the API. */
export async function makeStaff(
  server: { url: string; databaseUrl: string },
  role: 'driver' | 'admin',
  username: string,
): Promise<SignedInUser> {
  const credentials = await makeAccount(server.databaseUrl, role, username);
  return await openSession(server.url, '/api/auth/login', credentials);
}

/** Signs in or registers through the API. */
export async function openSession(serverUrl: string, path: string, sent: object): Promise<SignedInUser> {
  return withSession(serverUrl, await sendRequest(serverUrl, undefined, 'POST', path, sent));
}

/** Adds the functions that send requests with this session. */
export function withSession(serverUrl: string, { token, user }: Pick<SignedInUser, 'token' | 'user'>): SignedInUser {
  return {
    ...{ token, user },
    call: (method, to, body) => callServer(serverUrl, token, method, to, body),
    send: (method, to, body) => sendRequest(serverUrl, token, method, to, body),
  };
}

async function sendRequest(url: string, token: string | undefined, method: string, path: string, sent?: object) {
  const { status, body } = await callServer(url, token, method, path, sent);
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(body)}`);
  return body;
}

/** Sends a request. Retries while the server is overloaded (503), as it may be on a busy machine. */
async function callServer(url: string, token: string | undefined, method: string, path: string, sent?: object) {
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(url + path, {
      method,
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      ...(sent && { body: JSON.stringify(sent) }),
    });
    const body: Json = await response.json();
    if (response.status !== 503 || attempt === 40) return { status: response.status, body };
    await sleep(500);
  }
}

/** Opens a browser window in which this user is signed in, in every tab, until they sign out. */
export async function visitAs(
  browser: Browser,
  device: typeof phone,
  serverUrl: string,
  { token, user }: { token: string; user: object },
): Promise<Visit> {
  const opened = await visit(browser, device, serverUrl);
  await opened.context.addInitScript(
    (stored) => {
      // Skips other sites' frames, and runs once per tab: a user who signs out stays signed out.
      if (window !== window.top || sessionStorage.getItem('signed-in')) return;
      sessionStorage.setItem('signed-in', 'yes');
      for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
    },
    { token, user: JSON.stringify(user) },
  );
  return opened;
}
