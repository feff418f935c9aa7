import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { BucketSettings } from '../../../server/external/bucket/s3-bucket.ts';
import { listenLocally } from './local-server.ts';

export interface BucketServer {
  /** The settings for our server. */
  bucket: BucketSettings;
  /** Its objects by path. */
  objects: Map<string, { bytes: Buffer; type: string | undefined }>;
  /** Error codes of the refused requests. */
  refused: string[];
  /** If set, responds instead of the bucket. */
  answer: ((response: ServerResponse) => void) | undefined;
  close(): Promise<void>;
}

const region = 'us-east-2';
const accessKeyId = 'AKIASTANDIN';
const secretAccessKey = 'a/secret+of=the/stand-in';

/**
 * Starts a local S3 bucket that refuses requests without a correct AWS Signature Version 4 of their method, path, headers,
 * body and time. It computes the signature independently, following the specification.
 */
export async function startBucket(): Promise<BucketServer> {
  const objects: BucketServer['objects'] = new Map();
  const refused: string[] = [];
  const server = createServer(async (request, response) => {
    const body = await buffer(request).catch(() => undefined);
    if (!body) return; // the client has disconnected
    if (state.answer) return state.answer(response);
    const fault = faultOf(request, body);
    if (fault) {
      refused.push(fault);
      return response.writeHead(403, { 'content-type': 'application/xml' }).end(`<Error><Code>${fault}</Code></Error>`);
    }
    handle(objects, request, body, response);
  });
  const { url: endpoint, close } = await listenLocally(server);
  const state: BucketServer = {
    bucket: { endpoint, bucket: 'stoop-photos', region, accessKeyId, secretAccessKey },
    ...{ objects, refused, answer: undefined },
    close,
  };
  return state;
}

function handle(objects: BucketServer['objects'], request: IncomingMessage, body: Buffer, response: ServerResponse) {
  const { pathname: path, searchParams } = new URL(request.url ?? '', 'http://bucket');
  const found = objects.get(path);
  if (request.method === 'GET' && searchParams.get('list-type') === '2') {
    const prefix = `${path}/${searchParams.get('prefix') ?? ''}`;
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix)).sort();
    const contents = keys.map((key) => `<Contents><Key>${key.slice(path.length + 1)}</Key></Contents>`);
    response.writeHead(200, { 'content-type': 'application/xml' });
    response.end(`<ListBucketResult><Name>stoop-photos</Name>${contents.join('')}</ListBucketResult>`);
  } else if (request.method === 'PUT') {
    objects.set(path, { bytes: body, type: request.headers['content-type'] });
    response.writeHead(200).end();
  } else if (request.method === 'GET' && found) {
    response.writeHead(200, { 'content-type': found.type }).end(found.bytes);
  } else if (request.method === 'DELETE') {
    objects.delete(path);
    response.writeHead(204).end();
  } else {
    response.writeHead(404, { 'content-type': 'application/xml' }).end('<Error><Code>NoSuchKey</Code></Error>');
  }
}

/** Returns the error code of a refused request, or undefined if its signature is correct. */
function faultOf(request: IncomingMessage, body: Buffer): string | undefined {
  const { authorization = '', host = '' } = request.headers;
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/.exec(
      authorization,
    );
  if (!parts) return 'MissingSecurityHeader';
  const [, keyId, day = '', signedRegion, names = '', signature = ''] = parts;
  const time = String(request.headers['x-amz-date']);
  const at = Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (keyId !== accessKeyId) return 'InvalidAccessKeyId';
  if (signedRegion !== region || !time.startsWith(day)) return 'AuthorizationHeaderMalformed';
  if (!(Math.abs(Date.now() - at) < 15 * 60_000)) return 'RequestTimeTooSkewed';
  if (request.headers['x-amz-content-sha256'] !== sha256(body)) return 'XAmzContentSHA256Mismatch';
  const signed = names.split(';');
  const mustBeSigned = ['host', ...Object.keys(request.headers).filter((name) => name.startsWith('x-amz-'))];
  if (mustBeSigned.some((name) => !signed.includes(name)) || !host) return 'SignatureDoesNotMatch';
  const { pathname, search } = new URL(request.url ?? '', 'http://bucket');
  if (search !== '' && !search.startsWith('?list-type=2&prefix=')) return 'InvalidRequest';
  if (request.method === 'PUT' && request.headers['content-length'] === undefined) return 'MissingContentLength';
  const headers = signed.map((name) => `${name}:${String(request.headers[name]).trim()}\n`).join('');
  const canonical = [request.method, pathname, search.slice(1), headers, names, sha256(body)].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n');
  const key = [day, region, 's3', 'aws4_request'].reduce(
    (last, part) => hmac(last, part),
    Buffer.from(`AWS4${secretAccessKey}`),
  );
  const isRight = timingSafeEqual(hmac(key, toSign), Buffer.from(signature, 'hex'));
  return isRight ? undefined : 'SignatureDoesNotMatch';
}

const sha256 = (content: Buffer | string) => createHash('sha256').update(content).digest('hex');
const hmac = (key: Buffer, content: string) => createHmac('sha256', key).update(content).digest();
