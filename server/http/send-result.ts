import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FileBytes, FileStream } from '../../contract/endpoint.ts';
import { letOthersRun } from '../in-turns.ts';

/** The policy of a file that is opened directly: nothing in it runs or loads, and it can't be framed. */
const fileSecurityPolicy =
  "default-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox";

/**
 * Sends a file that a user uploaded, or a file to be saved. The browser may display it with our content type, but not
 * run it. The handler may set how long an uploaded file is cached; shared caches never store it.
 */
export function sendFile(request: FastifyRequest, reply: FastifyReply, file: FileBytes | FileStream): FastifyReply {
  if ('chunks' in file || file.name !== undefined) {
    reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff');
    reply
      .header('content-disposition', `attachment; filename="${file.name}"`)
      .header('content-security-policy', fileSecurityPolicy);
    return reply.type(file.type).send('chunks' in file ? streamOf(file) : bufferOf(file));
  }
  const { type, bytes } = file;
  const etag = `"${hash('sha1', bytes, 'base64url')}"`;
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-cache');
  reply
    .header('etag', etag)
    .header('vary', 'authorization')
    .header('x-content-type-options', 'nosniff')
    // The name is ours; uploads don't carry a name.
    .header('content-disposition', `inline; filename="photo.${type.slice(type.indexOf('/') + 1)}"`)
    .header('content-security-policy', fileSecurityPolicy);
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
  return reply.type(type).send(bufferOf(file));
}

function bufferOf({ bytes }: FileBytes): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** How long a client may take for one piece of a download. */
const pieceMs = 30_000;
const pieceBytes = 64 * 1024;

/**
 * Returns a file's stream. An error in it closes the connection, so that nobody takes a part for the whole file. It ends
 * when the client has left, or takes a piece of 64 kB for longer than 30 s: an open download holds a turn of its kind.
 */
function streamOf({ chunks }: FileStream): Readable {
  let timer: NodeJS.Timeout | undefined;
  const waitForClient = () => {
    timer = setTimeout(() => stream.destroy(new Error('The client takes its download too slowly')), pieceMs);
  };
  const pieces = async function* () {
    for await (const chunk of chunks) {
      const bytes = Buffer.from(chunk);
      for (let start = 0; start < bytes.length; start += pieceBytes) {
        clearTimeout(timer);
        waitForClient();
        yield bytes.subarray(start, start + pieceBytes);
      }
      // From here on, the client waits for us.
      clearTimeout(timer);
    }
  };
  const stream = Readable.from(pieces(), { objectMode: false, highWaterMark: 1 });
  // It may also be that nothing is ever read, because the client left before the response began.
  waitForClient();
  stream.once('close', () => {
    clearTimeout(timer);
    if (chunks instanceof Readable) chunks.destroy();
  });
  return stream;
}

/** Text of more characters is sent in several turns of the event loop. */
const longText = 200_000;

/** Sends JSON with an ETag, or 304 if the client already has it, because most requests are polls. */
export async function sendJson(request: FastifyRequest, reply: FastifyReply, payload: string): Promise<FastifyReply> {
  reply.header('cache-control', 'no-store').type('application/json; charset=utf-8');
  const body = payload.length > longText ? await encodeInTurns(payload) : payload;
  if (request.method === 'GET') {
    const etag = `"${hash('sha1', body, 'base64url')}"`;
    reply.header('cache-control', 'private, no-cache').header('etag', etag);
    if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
  }
  return reply.send(body);
}

/**
 * Returns the bytes of a text. Hashing and sending a string would encode it twice more. Making the text, encoding it
 * and sending it take a turn of the event loop each, because megabytes take tens of milliseconds.
 */
async function encodeInTurns(text: string): Promise<Buffer> {
  await letOthersRun();
  const bytes = Buffer.from(text);
  await letOthersRun();
  return bytes;
}
