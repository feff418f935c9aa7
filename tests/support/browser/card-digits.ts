import type { ChildProcess } from 'node:child_process';
import type { BrowserContext, Request } from 'playwright-core';

/**
 * No card number may reach our server or its logs (PCI DSS, SAQ A). All browsers and servers of the stories are
 * watched. Numbers that are found are collected here and fail the story when its server stops.
 */

/** 13 to 19 digits, optionally separated by spaces or dashes. */
const runs = /(?<![\dA-Za-z_])\d(?:[ -]?\d){12,18}(?![\dA-Za-z_]|[ -]\d)/g;
const uuids = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi;
/** Decimals, such as those of 39.9357218064901, aren't cards. */
const fractions = /(?<=\d)\.\d+/g;

/**
 * Finds card numbers in a text: runs of digits that pass the Luhn check and begin like issued cards (3 to 6, or 22 to 27; a
 * time in milliseconds begins with 1). Ignores UUIDs and digits inside a longer word, which belong to an id.
 */
export function findCardDigits(text: string): string[] {
  const bare = text.replace(uuids, '#').replace(fractions, '#');
  return [...bare.matchAll(runs)].map(([run]) => run).filter((run) => isCard(run.replace(/\D/g, '')));
}

const isCard = (digits: string) => /^(?:[3-6]|2[2-7])/.test(digits) && passesLuhn(digits);

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits[digits.length - 1 - place]);
    const doubled = digit * 2;
    sum += place % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

let seen: string[] = [];

/** Returns the places where card numbers were found, without the digits, and clears the list. */
export function takeSeenCardDigits(): string[] {
  const found = seen;
  seen = [];
  return found;
}

/** Throws if a card number was sent to our server or logged by it. */
export function expectNoCardDigits(): void {
  const found = takeSeenCardDigits();
  if (found.length > 0) throw new Error(`a card number left the card form:\n${found.join('\n')}`);
}

function checkText(where: string, text: string): void {
  if (findCardDigits(text).length > 0) seen.push(where);
}

/** Checks everything that a browser sends, except to Stripe. */
export function watchRequests(context: BrowserContext): BrowserContext {
  return context.on('request', (request) => {
    const { hostname, pathname } = new URL(request.url());
    if (hostname.endsWith('.stripe.com')) return;
    const where = `${request.method()} ${pathname}`;
    checkText(`${where} (address)`, decoded(request.url()));
    checkText(`${where} (headers)`, Object.values(request.headers()).join('\n'));
    const body = bodyOf(request);
    checkText(`${where} (body)`, `${body}\n${decoded(body)}`);
  });
}

function bodyOf(request: Request): string {
  return request.postDataBuffer()?.toString('latin1') ?? '';
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

/** Checks a server's output when it ends. */
export function watchOutput(child: ChildProcess, output: () => string): void {
  child.once('close', () => {
    for (const line of output().split('\n')) checkText(`the server's log: ${line.slice(0, 60)}…`, line);
  });
}
