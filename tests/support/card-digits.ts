import type { ChildProcess } from 'node:child_process';
import type { BrowserContext, Request } from 'playwright-core';

/**
 * No digit of a card may reach our server or its logs (PCI DSS, SAQ A). Every browser and every server of the stories is
 * watched; what is found is kept here, and fails the story when its server stops.
 */

/** 13 to 19 digits, together or in groups that a space or a dash parts. */
const runs = /(?<![\dA-Za-z_])\d(?:[ -]?\d){12,18}(?![\dA-Za-z_]|[ -]\d)/g;
const uuids = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi;
/** What comes after the point of 39.9357218064901 is a long run of digits and no card. */
const fractions = /(?<=\d)\.\d+/g;

/**
 * The card numbers in a text: runs of digits that pass the check of Luhn and begin as issued cards do (3 to 6, or 22 to 27;
 * a time in milliseconds begins with 1). Digits inside a longer word are part of an id; UUIDs are none either.
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

/** What was found since it was last asked; the digits themselves are left out. */
export function takeSeenCardDigits(): string[] {
  const found = seen;
  seen = [];
  return found;
}

/** Fails when a card's digits were sent to our server or written by it. */
export function expectNoCardDigits(): void {
  const found = takeSeenCardDigits();
  if (found.length > 0) throw new Error(`digits of a card came out of the card form:\n${found.join('\n')}`);
}

function look(where: string, text: string): void {
  if (findCardDigits(text).length > 0) seen.push(where);
}

/** Reads along what a browser sends to anybody but Stripe. */
export function watchRequests(context: BrowserContext): BrowserContext {
  return context.on('request', (request) => {
    const { hostname, pathname } = new URL(request.url());
    if (hostname.endsWith('.stripe.com')) return;
    const where = `${request.method()} ${pathname}`;
    look(`${where} (address)`, decoded(request.url()));
    look(`${where} (headers)`, Object.values(request.headers()).join('\n'));
    const body = bodyOf(request);
    look(`${where} (body)`, `${body}\n${decoded(body)}`);
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

/** Reads what a server has written, when it ends. */
export function watchOutput(child: ChildProcess, output: () => string): void {
  child.once('close', () => {
    for (const line of output().split('\n')) look(`the server's log: ${line.slice(0, 60)}…`, line);
  });
}
