import { hash } from 'node:crypto';
import { ReadableStream } from 'node:stream/web';
import { AwsClient } from 'aws4fetch';
import { describeFailure, readBytes } from '../fetch-json.ts';

/** A bucket of Amazon S3 or a compatible service (R2, MinIO, Garage …). */
export interface BucketSettings {
  /** Without a trailing slash. The bucket's name is part of the path. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Thrown when the bucket refuses or doesn't respond. The message contains no secret. */
export class BucketError extends Error {
  override name = 'BucketError';
}

/** What is sent as an object: bytes, or a stream with its size and its SHA-256 as hex digits, which are signed. */
export type ObjectBody =
  | Buffer
  | { readonly chunks: AsyncIterable<Uint8Array>; readonly bytes: number; readonly sha256: string };

/** Much larger than the largest photo (maxPhotoBytes), and than a list of a thousand backups. */
const maxResponseBytes = 16 * 1024 * 1024;
const timeoutMs = 15_000;

/** One request to the bucket. `path` begins after the bucket's name. */
interface BucketRequest {
  method: 'GET' | 'PUT' | 'DELETE';
  path: string;
  body?: ObjectBody;
  type?: string;
}

/**
 * The objects of a bucket. A request ends after 15 s, and one that streams when no byte has passed for so long. Every
 * method throws a BucketError when the bucket refuses or doesn't respond. Tests pass another timeout.
 */
export class S3Bucket {
  readonly #address: string;
  readonly #client: AwsClient;
  readonly #timeoutMs: number;

  constructor({ endpoint, bucket, ...keys }: BucketSettings, limits = { timeoutMs }) {
    this.#address = `${endpoint}/${encodeURIComponent(bucket)}`;
    this.#timeoutMs = limits.timeoutMs;
    // No retries here: what calls it tries again, and waiting would only delay it.
    this.#client = new AwsClient({ ...keys, service: 's3', retries: 0 });
  }

  async put(key: string, body: ObjectBody, type: string): Promise<void> {
    await this.#send({ method: 'PUT', path: `/${key}`, body, type }, expectOk);
  }

  /** Returns undefined when the key doesn't exist. */
  async get(key: string): Promise<Buffer | undefined> {
    return await this.#send({ method: 'GET', path: `/${key}` }, async (response) => {
      if (response.status !== 404) return await readBytes(await requireOk(response), maxResponseBytes);
      await response.body?.cancel();
      return undefined;
    });
  }

  /** Returns the content of a large object piece by piece. */
  async *read(key: string): AsyncGenerator<Uint8Array> {
    const limit = new SilenceLimit(this.#timeoutMs);
    try {
      const response = await requireOk(await this.#fetch({ method: 'GET', path: `/${key}` }, limit.signal));
      for await (const chunk of response.body ?? []) {
        limit.renew();
        yield chunk;
        limit.renew();
      }
    } catch (error) {
      throw asBucketError(error);
    } finally {
      limit.end();
    }
  }

  /** Deleting an unknown key is no error. */
  async remove(key: string): Promise<void> {
    await this.#send({ method: 'DELETE', path: `/${key}` }, async (response) => {
      if (response.status === 404) await response.body?.cancel();
      else await expectOk(response);
    });
  }

  /** Returns the first thousand keys that begin with the prefix, sorted. */
  async list(prefix: string): Promise<string[]> {
    const path = `?list-type=2&prefix=${encodeURIComponent(prefix)}`;
    const xml = await this.#send({ method: 'GET', path }, async (response) => {
      return (await readBytes(await requireOk(response), maxResponseBytes)).toString('utf8');
    });
    return [...xml.matchAll(/<Key>([^<&]*)<\/Key>/g)].map(([, key = '']) => key);
  }

  async #send<T>(request: BucketRequest, read: (response: Response) => Promise<T>): Promise<T> {
    const limit = new SilenceLimit(this.#timeoutMs);
    try {
      return await read(await this.#fetch(request, limit.signal, () => limit.renew()));
    } catch (error) {
      throw asBucketError(error);
    } finally {
      limit.end();
    }
  }

  async #fetch({ method, path, body, type }: BucketRequest, signal: AbortSignal, onSent = () => {}): Promise<Response> {
    const stream = body && 'chunks' in body ? body : undefined;
    const bytes = body && 'chunks' in body ? undefined : body;
    const headers = {
      'x-amz-content-sha256': stream?.sha256 ?? hash('sha256', bytes ?? ''),
      ...(type && { 'content-type': type }),
    };
    const signed = await this.#client.sign(`${this.#address}${path}`, { method, headers });
    // With a length, the content isn't sent in HTTP's chunks, which buckets don't take.
    if (stream) signed.headers.set('content-length', String(stream.bytes));
    return await fetch(signed.url, {
      method,
      headers: signed.headers,
      ...(bytes && { body: new Uint8Array(bytes) }),
      ...(stream && { body: ReadableStream.from(counted(stream.chunks, onSent)) as BodyInit, duplex: 'half' }),
      // The signature must not go to another host.
      redirect: 'error',
      signal,
    });
  }
}

/** Passes the chunks on and calls `onSent` when the connection has taken one. */
async function* counted(chunks: AsyncIterable<Uint8Array>, onSent: () => void): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    yield chunk;
    onSent();
  }
}

/** A signal that aborts when `renew` wasn't called for a while. */
class SilenceLimit {
  readonly #abort = new AbortController();
  readonly #timer: NodeJS.Timeout;

  constructor(timeoutMs: number) {
    this.#timer = setTimeout(
      () => this.#abort.abort(new DOMException('no byte has passed', 'TimeoutError')),
      timeoutMs,
    );
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  renew(): void {
    this.#timer.refresh();
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}

async function expectOk(response: Response): Promise<void> {
  await (await requireOk(response)).body?.cancel();
}

async function requireOk(response: Response): Promise<Response> {
  if (response.ok) return response;
  await response.body?.cancel();
  throw new BucketError(`the bucket refused with ${response.status}`);
}

function asBucketError(error: unknown): BucketError {
  if (error instanceof BucketError) return error;
  return new BucketError(`the bucket failed: ${describeFailure(error)}`, { cause: error });
}
