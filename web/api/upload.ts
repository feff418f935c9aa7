import type { CallResult, Endpoint } from '../../contract/endpoint.ts';
import { type LooseArgs, pathOf, read, send } from './call.ts';
import { stringifySearch } from './search-params.ts';

type Uploading = Endpoint & { upload: object };
type Downloading = Endpoint & { download: object };

interface FileArgs extends Pick<LooseArgs, 'signal'> {
  params: Readonly<Record<string, string>>;
}

type DownloadArgs = Partial<FileArgs> & Pick<LooseArgs, 'query' | 'body'>;

/** Sends a file as the request body, with its content type. Handles errors as `call` does. */
export async function upload<E extends Uploading>(
  endpoint: E,
  { params, query, blob, signal }: Partial<FileArgs> & Pick<LooseArgs, 'query'> & { blob: Blob },
): Promise<CallResult<E>> {
  const response = await send(endpoint, pathOf(endpoint, params) + stringifySearch(query), {
    method: endpoint.method,
    headers: { 'content-type': blob.type },
    body: blob,
    ...(signal && { signal }),
  });
  return (await read(() => response.json())) as CallResult<E>;
}

/** Fetches a file with the token, which `<img>` would not send. Handles errors as `call` does. */
export async function download<E extends Downloading>(
  endpoint: E,
  { params, query, body, signal }: DownloadArgs,
): Promise<Blob> {
  const path = pathOf(endpoint, params) + stringifySearch(query);
  const response = await send(endpoint, path, {
    method: endpoint.method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  });
  return await read(() => response.blob());
}
