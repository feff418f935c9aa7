import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, FrameLocator, Page, Route } from 'playwright-core';
import { testCards } from '../../contract/payments.ts';
import type { BrowserResult } from './stripe/browser.ts';
import type { StripeStandIn } from './stripe/stand-in.ts';

/** A local Stripe.js for stories of live payments, without any request to Stripe. */

/** A card that needs its owner's confirmation. The other cards are the listed test cards. */
export const askingCard = '4000002760003184';

const cards: Record<string, string> = {
  [askingCard]: 'pm_card_authenticationRequired',
  ...Object.fromEntries(Object.values(testCards).map((card) => [card.number, card.paymentMethodId])),
};

/** A page's request to Stripe, with the payer's billing details. */
export type StripeCall = {
  action: string;
  billing?: { name?: string; email?: string; phone?: string; address?: Record<string, string> };
};

/** Serves Stripe's script and frames, and passes the script's requests to the stand-in. Returns the list of these requests. */
export async function routeStripeJs(context: BrowserContext, standIn: StripeStandIn): Promise<StripeCall[]> {
  const calls: StripeCall[] = [];
  await context.route('https://js.stripe.com/**', serveFile);
  await context.route('https://api.stripe.com/**', async (route) => {
    const action = new URL(route.request().url()).pathname.replace('/stub/', '');
    const body = JSON.parse(route.request().postData() ?? '{}');
    calls.push({ action, ...(body.billing && { billing: body.billing }) });
    await route.fulfill({ json: resultOf(standIn, action, body), headers: { 'access-control-allow-origin': '*' } });
  });
  return calls;
}

/** Blocks Stripe's script, as an ad blocker does. Returns a function that unblocks it. */
export async function blockStripeJs(context: BrowserContext): Promise<() => Promise<void>> {
  const block = (route: Route) => route.abort('blockedbyclient');
  await context.route('https://js.stripe.com/**', block);
  return async () => await context.unroute('https://js.stripe.com/**', block);
}

/** The frame that the card is typed into. */
export const cardFrame = (page: Page): FrameLocator => page.frameLocator('iframe[title="Secure payment input frame"]');
export const addressFrame = (page: Page): FrameLocator =>
  page.frameLocator('iframe[title="Secure address input frame"]');
export const bankFrame = (page: Page): FrameLocator => page.frameLocator('iframe[title="The bank\'s question"]');

/** Fills in a card in Stripe's frame. */
export async function typeCard(page: Page, number: string): Promise<void> {
  const frame = cardFrame(page);
  await frame.getByLabel('Card number').fill(number);
  await frame.getByLabel('Expiration date').fill('12 / 34');
  await frame.getByLabel('Security code').fill('123');
}

interface RequestBody {
  clientSecret: string;
  testCard: string;
  isConfirmed: boolean;
}

function resultOf({ browser }: StripeStandIn, action: string, body: RequestBody): BrowserResult | object {
  const { clientSecret, testCard, isConfirmed } = body;
  const actions: Record<string, () => BrowserResult> = {
    'confirm-payment': () => browser.confirmPayment(clientSecret, testCard),
    'confirm-setup': () => browser.confirmSetup(clientSecret, testCard),
    'complete-setup': () => browser.completeSetup(clientSecret, isConfirmed),
    'complete-action': () => browser.completeAction(clientSecret, isConfirmed),
    retrieve: () => browser.retrieve(clientSecret),
  };
  const result = actions[action]?.();
  if (!result) throw new Error(`the local Stripe.js has no action ${action}`);
  if (!result.error || action.endsWith('-setup')) return result;
  return { error: { ...result.error, payment_intent: browser.retrieve(clientSecret).paymentIntent } };
}

const folder = join(import.meta.dirname, 'stripe-js');
const scriptOf = (name: string) => readFileSync(join(folder, name), 'utf8');

async function serveFile(route: Route): Promise<void> {
  const name = new URL(route.request().url()).pathname.split('/').at(-1) ?? '';
  if (name === 'stripe.js') return await route.fulfill({ contentType: 'text/javascript', body: scriptOf('stripe.js') });
  const body = pages[name];
  if (!body) return await route.fulfill({ status: 404, body: '' });
  await route.fulfill({ contentType: 'text/html; charset=utf-8', body: pageOf(name.replace('.html', ''), body) });
}

const field = (id: string, label: string, hint = '') =>
  `<p><label for="${id}">${label}</label><input id="${id}" placeholder="${hint}" autocomplete="off" aria-describedby="${id}-error"><small id="${id}-error"></small></p>`;

const pages: Record<string, string> = {
  'payment.html': `${field('number', 'Card number', '1234 1234 1234 1234')}<div>${field('expiry', 'Expiration date', 'MM / YY')}${field('cvc', 'Security code', 'CVC')}</div>`,
  'address.html': [
    field('name', 'Full name'),
    field('line1', 'Address'),
    field('city', 'City'),
    `<div>${field('state', 'State')}${field('postal_code', 'ZIP')}</div>`,
  ].join(''),
  'question.html': `<section aria-label="Your bank"><h1>Your bank asks</h1><p>Is this payment yours?</p>
    <button onclick="parent.postMessage({ type: 'decided', isConfirmed: true }, '*')">Confirm</button>
    <button onclick="parent.postMessage({ type: 'decided', isConfirmed: false }, '*')">Refuse</button></section>`,
};

function pageOf(kind: string, body: string): string {
  const isForm = kind !== 'question';
  return `<!doctype html><html lang="en"><title>${kind}</title><style>
    body { margin: 2px; font: 16px/1.5 "Atkinson Hyperlegible Next", Arial, sans-serif; color: #10223c; background: #fff }
    p { margin: 0 0 16px } div { display: grid; grid-template-columns: 1fr 1fr; gap: 12px }
    label { display: block; font-weight: 600; margin-bottom: 6px }
    input { box-sizing: border-box; width: 100%; padding: 11px 14px; font: inherit; border: 1px solid #728391; border-radius: 8px }
    input[aria-invalid] { border: 2px solid #a4271f } small { color: #a4271f; font-size: 15px } ::placeholder { color: #445469 }
    h1 { margin-top: 20px } h1 { font-size: 20px } button { display: block; min-height: 44px; width: 100%; margin-top: 12px; font: inherit }
  </style><body data-kind="${kind}">${isForm ? `<section aria-label="Your ${kind}">${body}</section>` : body}
  <script type="application/json" id="cards">${JSON.stringify(cards)}</script>
  ${isForm ? `<script>${scriptOf('fields.js')}</script>` : ''}`;
}
