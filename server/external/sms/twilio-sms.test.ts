import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTwilio, type TwilioStandIn, twilio } from '../../../tests/support/services/twilio.ts';
import { TextRefusedError } from './text-sender.ts';
import { isSignedByTwilio } from './twilio-signature.ts';
import { twilioSms } from './twilio-sms.ts';

let standIn: TwilioStandIn;
beforeAll(async () => {
  standIn = await startTwilio();
});
afterAll(async () => await standIn.close());

const to = '+12155550142';
const text = { to, body: 'Bags & all: 100% tomorrow', statusUrl: 'https://stoop.example/api/twilio/status?message=1' };
const sender = (changes: Partial<typeof twilio> = {}) =>
  twilioSms({ ...twilio, apiUrl: new URL(standIn.env.TWILIO_API_URL ?? ''), ...changes });
const failure = (attempt: Promise<unknown>) =>
  attempt.then(
    () => Promise.reject(new Error('it was sent')),
    (error: Error) => error,
  );

describe('a text', () => {
  it('is sent as Twilio documents it, by a messaging service or from a number', async () => {
    const { providerId } = await sender().send(text);
    expect(providerId).toMatch(/^SM\d{32}$/);
    await sender({ from: '+12155550107' }).send({ ...text, statusUrl: null });
    expect(standIn.texts).toEqual([
      { sid: providerId, to, body: text.body, statusUrl: text.statusUrl },
      expect.objectContaining({ statusUrl: null }),
    ]);
  });

  it.each([[21610], [21211], [21614]])('is refused for good with code %i', async (code) => {
    standIn.refuse({ status: 400, code });
    const error = await failure(sender().send(text));
    expect(error).toBeInstanceOf(TextRefusedError);
    expect(error).toMatchObject({ code });
  });

  it.each([
    [{ status: 429, code: 20429 }, /Twilio responded 429 \(20429\)/],
    [{ status: 503 }, /Twilio responded 503/],
    ['lost' as const, /no connection/],
  ])('may be tried again after %j', async (refusal, reason) => {
    standIn.refuse(refusal);
    const error = await failure(sender().send(text));
    expect(error).not.toBeInstanceOf(TextRefusedError);
    expect(error.message).toMatch(reason);
    expect(error.message).not.toContain(to);
  });

  it('is not sent with a wrong token, which no message names', async () => {
    const error = await failure(sender({ authToken: 'not-the-token'.repeat(2) }).send(text));
    expect(error.message).toMatch(/Twilio responded 401/);
    expect(String(error.stack)).not.toContain('not-the-token');
  });

  it('times out', async () => {
    const silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const apiUrl = new URL(`http://127.0.0.1:${(silent.address() as AddressInfo).port}`);
    const error = await failure(twilioSms({ ...twilio, apiUrl }, { timeoutMs: 100 }).send(text));
    expect(error.message).toBe('timed out');
    silent.closeAllConnections();
    silent.close();
  });
});

describe("Twilio's signature", () => {
  // The example in Twilio's documentation.
  const url = 'https://mycompany.com/myapp.php?foo=1&bar=2';
  const fields = { To: '+18005551212', CallSid: 'CA1234567890ABCDE', Caller: '+14158675309', Digits: '1234' };
  const form = new URLSearchParams({ ...fields, From: '+14158675309' });
  const signature = 'RSOYDt4T1cUTdK1PDd93/VVr8B8=';

  it('covers the URL and every field', () => {
    expect(isSignedByTwilio('12345', { url, form, signature })).toBe(true);
    expect(isSignedByTwilio('12346', { url, form, signature })).toBe(false);
    expect(isSignedByTwilio('12345', { url: `${url}3`, form, signature })).toBe(false);
    expect(isSignedByTwilio('12345', { url, form: new URLSearchParams(fields), signature })).toBe(false);
    expect(isSignedByTwilio('12345', { url, form, signature: undefined })).toBe(false);
    expect(isSignedByTwilio('12345', { url, form, signature: `${signature}=` })).toBe(false);
  });
});
