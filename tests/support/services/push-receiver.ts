import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  randomUUID,
  verify,
} from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PushDevice } from '../../../contract/messages/push.ts';

/** A push as a browser would see it, after the push service and the browser have checked it. */
export interface ReceivedPush {
  endpoint: string;
  /** The decrypted message. */
  text: string;
  headers: IncomingHttpHeaders;
  /** The claims of the server's signature, which was verified with `key`. */
  claims: { aud: string; sub: string; exp: number };
  key: string;
}

export interface PushReceiver {
  origin: string;
  received: ReceivedPush[];
  /** Makes the device of a browser that has just subscribed. */
  makeDevice(): PushDevice;
  /** Sets the status that this endpoint returns from now on, instead of 201. */
  respond(device: PushDevice, status: number, headers?: Record<string, string>): void;
  stop(): Promise<void>;
}

interface Browser {
  ecdh: ECDH;
  auth: Buffer;
  status: number;
  headers: Record<string, string>;
}

/**
 * Starts a push service (RFC 8030) together with its browsers. It checks the signature (RFC 8292) and decrypts (RFC
 * 8291).
 */
export async function startPushReceiver(): Promise<PushReceiver> {
  const browsers = new Map<string, Browser>();
  const received: ReceivedPush[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const browser = browsers.get(request.url ?? '');
    if (!browser) return void response.writeHead(404).end();
    try {
      if (request.method !== 'POST') throw new Error(`${request.method}`);
      if (!/^\d+$/.test(String(request.headers.ttl))) throw new Error('RFC 8030: a push needs a TTL');
      if (request.headers['content-encoding'] !== 'aes128gcm') throw new Error('RFC 8291: aes128gcm');
      received.push({
        endpoint: origin + request.url,
        text: decrypt(browser, Buffer.concat(chunks)),
        headers: request.headers,
        ...verifyVapid(String(request.headers.authorization)),
      });
    } catch (error) {
      return void response.writeHead(400).end(String(error));
    }
    response.writeHead(browser.status, browser.headers).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const browserOf = ({ endpoint }: PushDevice) => {
    const browser = browsers.get(endpoint.slice(origin.length));
    if (!browser) throw new Error(`no browser at ${endpoint}`);
    return browser;
  };
  return {
    origin,
    received,
    makeDevice() {
      const path = `/push/${randomUUID()}`;
      const ecdh = createECDH('prime256v1');
      const browser = { ecdh, auth: randomBytes(16), status: 201, headers: {} };
      browsers.set(path, browser);
      return {
        endpoint: origin + path,
        p256dh: ecdh.generateKeys('base64url'),
        auth: browser.auth.toString('base64url'),
      };
    },
    respond: (device, status, headers = {}) => void Object.assign(browserOf(device), { status, headers }),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Decrypts one record by RFC 8188 with the keys of RFC 8291. */
function decrypt({ ecdh, auth }: Browser, body: Buffer): string {
  const [salt, keyLength] = [body.subarray(0, 16), body.readUInt8(20)];
  const recordBytes = body.readUInt32BE(16);
  const serverKey = body.subarray(21, 21 + keyLength);
  const record = body.subarray(21 + keyLength);
  if (body.length > 4096 || record.length > recordBytes) throw new Error('more than one record');
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), serverKey]);
  const secret = hkdfSync('sha256', ecdh.computeSecret(serverKey), auth, info, 32);
  const derive = (name: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', Buffer.from(secret), salt, `Content-Encoding: ${name}\0`, bytes));
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  const end = padded.lastIndexOf(2);
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('no end of the last record');
  return padded.subarray(0, end).toString('utf8');
}

function verifyVapid(authorization: string): Pick<ReceivedPush, 'claims' | 'key'> {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const jwk = {
    ...{ kty: 'EC', crv: 'P-256' },
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  const readPart = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
  if (!isSigned || readPart(head).alg !== 'ES256') throw new Error('RFC 8292: the signature is wrong');
  return { claims: readPart(claims), key };
}
