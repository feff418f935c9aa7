import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { signTwilioRequest } from '../../../server/external/sms/twilio-signature.ts';
import type { TestApp } from '../app.ts';
import { listenLocally } from './local-server.ts';

/** An account of the stand-in. */
export const twilio = {
  accountSid: `AC${'0123456789abcdef'.repeat(2)}`,
  authToken: 'fedcba9876543210'.repeat(2),
  from: `MG${'a1b2'.repeat(8)}`,
};

interface Refusal {
  status: number;
  code?: number;
}

/** A local server that stands in for Twilio's message API and accepts only what its documentation allows. */
export interface TwilioStandIn {
  /** The settings that make a server use it. */
  env: Record<string, string>;
  /** The accepted texts so far, oldest first. */
  texts: { sid: string; to: string; body: string; statusUrl: string | null }[];
  /**
   * Refuses the next requests, one for each entry. `lost`: accepts the text but closes the connection without a
   * response.
   */
  refuse(...next: (Refusal | 'lost')[]): void;
  close(): Promise<void>;
}

export async function startTwilio(): Promise<TwilioStandIn> {
  const texts: TwilioStandIn['texts'] = [];
  const refusals: (Refusal | 'lost')[] = [];
  const server = createServer(async (request, response) => {
    const form = new URLSearchParams(await text(request));
    const next = refusals.shift();
    const refusal = whyInvalid(request, form) ?? (next === 'lost' ? undefined : next);
    if (refusal) {
      const { status, code = 20001 } = refusal;
      // Twilio's messages repeat the number.
      const body = { code, message: `Refused for ${form.get('To')}`, more_info: 'https://www.twilio.com/docs', status };
      return response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    }
    const sid = `SM${String(texts.length + 1).padStart(32, '0')}`;
    texts.push({
      ...{ sid, to: form.get('To') ?? '', body: form.get('Body') ?? '', statusUrl: form.get('StatusCallback') },
    });
    if (next === 'lost') return response.destroy();
    response.writeHead(201, { 'content-type': 'application/json' });
    return response.end(JSON.stringify({ sid, status: 'accepted', error_code: null, to: form.get('To') }));
  });
  const { url, close } = await listenLocally(server);
  return {
    env: {
      TWILIO_ACCOUNT_SID: twilio.accountSid,
      TWILIO_AUTH_TOKEN: twilio.authToken,
      TWILIO_FROM: twilio.from,
      TWILIO_API_URL: url,
    },
    texts,
    refuse: (...next) => void refusals.push(...next),
    close,
  };
}

const knownFields = new Set(['To', 'Body', 'From', 'MessagingServiceSid', 'StatusCallback']);

function whyInvalid({ method, url, headers }: IncomingMessage, form: URLSearchParams): Refusal | undefined {
  if (url !== `/2010-04-01/Accounts/${twilio.accountSid}/Messages.json` || method !== 'POST') return { status: 404 };
  const credentials = Buffer.from(`${twilio.accountSid}:${twilio.authToken}`).toString('base64');
  if (headers.authorization !== `Basic ${credentials}`) return { status: 401, code: 20003 };
  if (!/^application\/x-www-form-urlencoded\b/.test(headers['content-type'] ?? '')) return { status: 400 };
  if ([...form.keys()].some((name) => !knownFields.has(name))) return { status: 400 };
  if (!/^\+1[2-9]\d{9}$/.test(form.get('To') ?? '')) return { status: 400, code: 21211 };
  const body = form.get('Body') ?? '';
  if (body === '' || body.length > 1600) return { status: 400, code: 21602 };
  const [service, from] = [form.get('MessagingServiceSid'), form.get('From')];
  if (service === null ? !/^\+1\d{10}$/.test(from ?? '') : service !== twilio.from || from !== null) {
    return { status: 400, code: 21603 };
  }
  return undefined;
}

/** Reports the status of a text as Twilio does. */
export async function reportStatus(
  t: TestApp,
  statusUrl: string,
  fields: Record<string, string>,
  signature?: string,
): Promise<number> {
  const form = new URLSearchParams({ AccountSid: twilio.accountSid, ...fields });
  const { statusCode } = await t.app.inject({
    method: 'POST',
    url: statusUrl.slice(t.services.settings.appUrl.length),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': signature ?? signTwilioRequest(twilio.authToken, statusUrl, form),
    },
    payload: form.toString(),
  });
  return statusCode;
}
