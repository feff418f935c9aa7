import { MutationObserver, onlineManager } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getMe } from '../../contract/accounts.ts';
import { NetworkError } from './api-error.ts';
import { call } from './call.ts';
import { queryClient, read } from './query-client.ts';
import { standInBrowser } from './stand-in-browser.ts';

const fetchMock = vi.fn<typeof fetch>();

beforeEach(() => {
  standInBrowser('/dashboard').local.set('token', 'secret');
  fetchMock.mockReset().mockRejectedValue(new TypeError('Failed to fetch'));
  vi.stubGlobal('fetch', fetchMock);
  onlineManager.setOnline(false);
});
afterEach(() => {
  onlineManager.setOnline(true);
  queryClient.clear();
  vi.unstubAllGlobals();
});

test('offline, a read fails immediately instead of being paused', async () => {
  await expect(queryClient.fetchQuery(read(getMe))).rejects.toBeInstanceOf(NetworkError);
  expect(fetchMock).toHaveBeenCalledOnce();
});

test('offline, a change fails immediately: it may no longer be wanted later', async () => {
  const change = new MutationObserver(queryClient, { mutationFn: () => call(getMe) });
  await expect(change.mutate()).rejects.toBeInstanceOf(NetworkError);
  expect(change.getCurrentResult()).toMatchObject({ isPaused: false, isError: true });
});

test('data is never stale and is only refetched on request', async () => {
  fetchMock.mockResolvedValue(new Response('{"username":"dana"}'));
  expect(await queryClient.fetchQuery(read(getMe))).toEqual({ username: 'dana' });
  expect(await queryClient.fetchQuery(read(getMe))).toEqual({ username: 'dana' });
  expect(fetchMock).toHaveBeenCalledOnce();
});
