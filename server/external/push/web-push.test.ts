import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PushReceiver, startPushReceiver } from '../../../tests/support/services/push-receiver.ts';
import { isPushEndpoint } from './known-endpoints.ts';
import type { Push, PushService } from './push-service.ts';
import { newPushKeys, webPushService } from './web-push.ts';

let receiver: PushReceiver;
let service: PushService;
const keys = newPushKeys();
beforeAll(async () => {
  receiver = await startPushReceiver();
  service = webPushService(keys, 'mailto:hello@stoop.example', receiver.origin);
});
afterAll(async () => await receiver.stop());

const push: Push = { payload: 'Bags out by 7 AM 🗑', ttlSeconds: 3600, urgency: 'high', topic: 'pickup-17' };

describe('a push', () => {
  it('can be read by its browser only, and says who sends it and for how long', async () => {
    const device = receiver.makeDevice();
    const nowSeconds = Date.now() / 1000;
    expect(await service.send(device, push)).toMatchObject({ outcome: 'accepted' });
    const received = receiver.received.at(-1);
    expect(received).toMatchObject({ endpoint: device.endpoint, text: push.payload, key: keys.publicKey });
    expect(received?.headers).toMatchObject({ ttl: '3600', urgency: 'high', topic: 'pickup-17' });
    expect(received?.claims).toMatchObject({ aud: receiver.origin, sub: 'mailto:hello@stoop.example' });
    // RFC 8292 allows at most 24 hours.
    expect(received?.claims.exp).toBeGreaterThan(nowSeconds);
    expect(received?.claims.exp).toBeLessThanOrEqual(nowSeconds + 24 * 3600);

    const stranger = { ...receiver.makeDevice(), endpoint: device.endpoint };
    expect(await service.send(stranger, push)).toMatchObject({ outcome: 'refused' });
  });

  it.each([
    [200, 'accepted'],
    [201, 'accepted'],
    [202, 'accepted'],
    [404, 'gone'],
    [410, 'gone'],
    [400, 'refused'],
    [403, 'refused'],
    [413, 'refused'],
    [408, 'busy'],
    [429, 'busy'],
    [500, 'busy'],
    [503, 'busy'],
  ] as const)('counts after a %i as %s', async (status, outcome) => {
    const device = receiver.makeDevice();
    receiver.respond(device, status);
    const { host } = new URL(receiver.origin);
    expect(await service.send(device, push)).toEqual({ outcome, detail: `${host} returned ${status}` });
  });

  it('follows no redirect', async () => {
    const [device, other] = [receiver.makeDevice(), receiver.makeDevice()];
    receiver.respond(device, 307, { location: other.endpoint });
    expect(await service.send(device, push)).toMatchObject({ outcome: 'refused' });
    expect(receiver.received.filter(({ endpoint }) => endpoint === other.endpoint)).toEqual([]);
  });

  it('may be sent later when nothing listens', async () => {
    const closed = await startPushReceiver();
    const device = closed.makeDevice();
    const toClosed = webPushService(keys, 'mailto:hello@stoop.example', closed.origin);
    await closed.stop();
    expect(await toClosed.send(device, push)).toMatchObject({ outcome: 'busy' });
  });

  it('is not sent to a device whose service is unknown, or whose key is not a point on the curve', async () => {
    const device = receiver.makeDevice();
    const off = { ...device, p256dh: Buffer.alloc(65, 4).toString('base64url') };
    for (const bad of [{ ...device, endpoint: 'https://push.example/1' }, off]) {
      expect(service.takes(bad)).toBe(false);
      expect(await service.send(bad, push)).toMatchObject({ outcome: 'gone' });
    }
    expect(service.takes(device)).toBe(true);
  });
});

describe('isPushEndpoint', () => {
  it.each([
    'https://fcm.googleapis.com/fcm/send/abc:def',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://eu.updates.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/abc',
    'https://wns2-by3p.notify.windows.com/w/?token=abc',
  ])('takes %s', (endpoint) => expect(isPushEndpoint(endpoint)).toBe(true));

  it.each([
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:8443/fcm/send/abc',
    'https://me:secret@fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com@127.0.0.1/abc',
    'https://fcm.googleapis.com.evil.example/abc',
    'https://evil.fcm.googleapis.com/abc',
    'https://evilpush.apple.com/abc',
    'https://push.apple.com.evil.example/abc',
    'https://127.0.0.1/abc',
    'https://[::1]/abc',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/abc',
    'http://127.0.0.1:8030/abc',
    'file:///etc/passwd',
    'javascript:alert(1)',
    '',
  ])('refuses %s', (endpoint) => expect(isPushEndpoint(endpoint)).toBe(false));

  it('takes a stand-in at its own origin only', () => {
    const standIn = 'http://127.0.0.1:8030';
    expect(isPushEndpoint('http://127.0.0.1:8030/push/1', standIn)).toBe(true);
    expect(isPushEndpoint('http://127.0.0.1:8031/push/1', standIn)).toBe(false);
    expect(isPushEndpoint('http://127.0.0.1:80300/push/1', standIn)).toBe(false);
  });
});
