import { z } from 'zod';
import { fetchJson, type JsonResponse } from '../fetch-json.ts';
import { isRefusedCode, TextRefusedError, type TextSender } from './text-sender.ts';
import type { TwilioSettings } from './twilio-settings.ts';

const Taken = z.object({ sid: z.string().regex(/^[A-Z]{2}[0-9a-f]{32}$/) });
const Refused = z.object({ code: z.number() });

const bounds = { timeoutMs: 10_000, maxBytes: 64 * 1024 };

/**
 * Creates a sender for Twilio's Programmable Messaging API. Its errors name Twilio's code, never its message, which
 * repeats the number.
 */
export function twilioSms(
  { accountSid, authToken, from, apiUrl }: TwilioSettings,
  { timeoutMs }: { timeoutMs: number } = bounds,
): TextSender {
  const url = new URL(`/2010-04-01/Accounts/${accountSid}/Messages.json`, apiUrl ?? 'https://api.twilio.com');
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
  const sender = from.startsWith('MG') ? { MessagingServiceSid: from } : { From: from };
  return {
    async send({ to, body, statusUrl }) {
      const form = { To: to, ...sender, Body: body, ...(statusUrl !== null && { StatusCallback: statusUrl }) };
      const response = await fetchJson(url, { ...bounds, timeoutMs }, { form, headers: { authorization } });
      return read(response);
    },
  };
}

function read({ status, body }: JsonResponse): { providerId: string } {
  const taken = Taken.safeParse(body);
  if (status === 201 && taken.success) return { providerId: taken.data.sid };
  const { code } = Refused.safeParse(body).data ?? {};
  if (code !== undefined && isRefusedCode(code)) throw new TextRefusedError(code);
  throw new Error(`the text could not be sent: Twilio responded ${status}${code === undefined ? '' : ` (${code})`}`);
}
