import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { WaitingBody } from '../../contract/service-areas.ts';
import { ZipCode } from '../../contract/values/zip-code.ts';
import { Refusal } from '../refusal.ts';
import { openDoor } from './doors.ts';

/**
 * The forms of the landing page: the check of a ZIP code, and the waiting list. They work without JavaScript, so the
 * server writes the result into the page (AREA-6).
 */

/** The functions that the forms call. They are passed in, because `http` is below every feature. */
export interface LandingForms {
  /** Resolves with whether we serve a ZIP code. Throws a 429 Refusal after too many attempts. */
  checkZip(zip: string, ip: string): Promise<boolean>;
  /** Throws a 409 Refusal when the ZIP code is served, and a 429 Refusal after too many attempts. */
  joinWaitingList(entry: { email: string; zip: string }, ip: string): Promise<void>;
}

/** The result that the page shows. */
export interface ZipResult {
  /** The ZIP code as the visitor typed it. */
  readonly zip: string;
  readonly state: 'served' | 'unserved' | 'joined' | 'refused';
  /** Why a form was refused. */
  readonly note?: string;
}

const busy = 'Too many attempts. Please try again in a few minutes.';

/**
 * Returns the result that the page's query asks for: `?zip=19147`, or `?joined=19380` after joining the waiting list.
 * Returns undefined without either.
 */
export async function zipResultOf(request: FastifyRequest, forms: LandingForms): Promise<ZipResult | undefined> {
  const { zip: typed, joined, refused } = request.query as Record<string, unknown>;
  const parsedJoined = z.safeParse(ZipCode, joined);
  if (parsedJoined.success) return { zip: parsedJoined.data, state: 'joined' };
  if (typeof typed !== 'string') return undefined;
  const parsed = z.safeParse(ZipCode, typed);
  if (!parsed.success) {
    return { zip: typed.slice(0, 10), state: 'refused', note: parsed.error.issues[0]?.message ?? '' };
  }
  const zip = parsed.data.slice(0, 5);
  try {
    if (await forms.checkZip(zip, request.ip)) return { zip, state: 'served' };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { zip, state: 'refused', note: busy };
  }
  const note = typeof refused === 'string' ? refusals[refused] : undefined;
  return { zip, state: 'unserved', ...(note && { note }) };
}

const refusals: Readonly<Record<string, string>> = { email: 'Please enter a valid email address', busy };

/** Handles the waiting list's form, and redirects to the landing page with the result. */
export function serveWaitingForm(app: FastifyInstance, forms: LandingForms): void {
  openDoor(app, 'waitingForm', async (request, reply, body) => {
    const fields = Object.fromEntries(new URLSearchParams(String(body)));
    return await reply.redirect(await pathAfter(fields, request.ip, forms), 303);
  });
}

async function pathAfter(fields: Record<string, unknown>, ip: string, forms: LandingForms): Promise<string> {
  const zip = z.safeParse(ZipCode, fields.zip);
  if (!zip.success) return '/';
  const page = `/?zip=${zip.data}`;
  const parsed = z.safeParse(WaitingBody, fields);
  if (!parsed.success) return `${page}&refused=email#zip-result`;
  try {
    await forms.joinWaitingList(parsed.data, ip);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.status === 409 ? `${page}#zip-result` : `${page}&refused=busy#zip-result`;
  }
  return `/?joined=${zip.data.slice(0, 5)}#zip-result`;
}
