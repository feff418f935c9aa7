import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { attachPhoto, getPhoto, photoUrl, photoVersion } from '../../contract/photos.ts';
import { ApiError, NetworkError } from './api-error.ts';
import { standInBrowser } from './stand-in-browser.ts';
import { download, upload } from './upload.ts';

let browser: ReturnType<typeof standInBrowser>;
const fetchMock = vi.fn<typeof fetch>();
const params = { id: '7', moment: 'before' };
const blob = new Blob([new Uint8Array([1, 2, 3])], { type: 'image/jpeg' });

beforeEach(() => {
  browser = standInBrowser('/driver');
  browser.local.set('token', 'secret');
  fetchMock.mockReset();
  vi.stubGlobal('fetch', fetchMock);
});
afterEach(() => vi.unstubAllGlobals());

describe('upload', () => {
  test('sends the bytes unchanged, with their content type and the token', async () => {
    fetchMock.mockResolvedValueOnce(new Response('{"id":"7"}'));
    expect(await upload(attachPhoto, { params, blob })).toEqual({ id: '7' });
    const [path, init] = fetchMock.mock.calls[0] ?? [];
    expect(path).toBe('/api/driver/pickups/7/photos/before');
    expect(init).toMatchObject({
      method: 'POST',
      headers: { authorization: 'Bearer secret', 'content-type': 'image/jpeg' },
    });
    expect(init?.body).toBe(blob);
  });

  test("throws the server's error, and keeps the session on a network failure", async () => {
    fetchMock.mockResolvedValueOnce(new Response('{"message":"Too large"}', { status: 413 }));
    const refused = await upload(attachPhoto, { params, blob }).catch((error) => error);
    expect(refused).toBeInstanceOf(ApiError);
    expect(refused).toMatchObject({ status: 413, message: 'Too large' });
    fetchMock.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    await expect(upload(attachPhoto, { params, blob })).rejects.toBeInstanceOf(NetworkError);
    expect(browser.local.get('token')).toBe('secret');
  });

  test('ends the session on 401', async () => {
    fetchMock.mockResolvedValueOnce(new Response('{"message":"no"}', { status: 401 }));
    await expect(upload(attachPhoto, { params, blob })).rejects.toThrow('Authentication failed');
    expect(browser.local.has('token')).toBe(false);
    await expect.poll(() => browser.visited).toEqual(['/login']);
  });
});

describe('download', () => {
  test("returns the file at the pickup's photo URL", async () => {
    const url = photoUrl('7', 'before', 'a-b_9');
    fetchMock.mockResolvedValueOnce(new Response(blob));
    const got = await download(getPhoto, { params, query: { v: photoVersion(url) } });
    expect(fetchMock.mock.calls[0]?.[0]).toBe(url);
    expect(fetchMock.mock.calls[0]?.[1]?.headers).toMatchObject({ authorization: 'Bearer secret' });
    expect(new Uint8Array(await got.arrayBuffer())).toEqual(new Uint8Array([1, 2, 3]));
  });

  test("throws the server's error, and a NetworkError for an interrupted download", async () => {
    fetchMock.mockResolvedValueOnce(new Response('{"message":"Photo not found"}', { status: 404 }));
    await expect(download(getPhoto, { params })).rejects.toMatchObject({ status: 404 });
    const broken = new ReadableStream({ pull: (controller) => controller.error(new TypeError('terminated')) });
    fetchMock.mockResolvedValueOnce(new Response(broken));
    await expect(download(getPhoto, { params })).rejects.toBeInstanceOf(NetworkError);
  });
});
