import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { changeRole, getMe, login } from '../../contract/accounts.ts';
import { listAdminPickups } from '../../contract/pickups/lists.ts';
import { ApiError, messageOf, NetworkError } from './api-error.ts';
import { call, pathOf } from './call.ts';
import { secondFactor } from './second-factor.ts';
import { standInBrowser } from './stand-in-browser.ts';

let browser: ReturnType<typeof standInBrowser>;
const fetchMock = vi.fn<typeof fetch>();
const respond = (status: number, body: string) => fetchMock.mockResolvedValueOnce(new Response(body, { status }));

beforeEach(() => {
  browser = standInBrowser('/dashboard');
  browser.local.set('token', 'secret');
  browser.local.set('user', '{"username":"dana"}');
  fetchMock.mockReset();
  vi.stubGlobal('fetch', fetchMock);
});
afterEach(() => vi.unstubAllGlobals());

describe('what is sent', () => {
  test('an authenticated call carries the token, a JSON content type and cookies', async () => {
    respond(200, '{"username":"dana"}');
    expect(await call(getMe)).toEqual({ username: 'dana' });
    const [path, init] = fetchMock.mock.calls[0] ?? [];
    expect(path).toBe('/api/me');
    expect(init).toMatchObject({
      method: 'GET',
      credentials: 'include',
      headers: { authorization: 'Bearer secret', 'content-type': 'application/json' },
    });
    expect(init).not.toHaveProperty('body');
  });

  test('escapes parameters, omits empty filters and sends the body as JSON', async () => {
    respond(200, '{}');
    await call(changeRole, { params: { userId: 'a/b' }, body: { role: 'driver' } });
    expect(fetchMock.mock.calls[0]?.[0]).toBe('/api/admin/users/a%2Fb/role');
    expect(fetchMock.mock.calls[0]?.[1]?.body).toBe('{"role":"driver"}');

    respond(200, '[]');
    await call(listAdminPickups, { query: { q: 'oak & 5th', status: '' } });
    expect(fetchMock.mock.calls[1]?.[0]).toBe('/api/admin/pickups?q=oak+%26+5th');
  });

  test('a public call sends no token', async () => {
    respond(200, '{}');
    await call(login, { body: { username: 'dana', password: 'x' } });
    expect(fetchMock.mock.calls[0]?.[1]?.headers).toEqual({ 'content-type': 'application/json' });
  });
});

describe('the session', () => {
  test('a call without a token clears the session and opens the sign-in page', async () => {
    browser.local.delete('token');
    await expect(call(getMe)).rejects.toThrow('No authentication token');
    expect(fetchMock).not.toHaveBeenCalled();
    expect(browser.local.has('user')).toBe(false);
    expect(browser.visited).toEqual(['/login']);
  });

  test.each([401, 403])('%i ends the session and opens the sign-in page', async (status) => {
    respond(status, '{"message":"no"}');
    await expect(call(getMe)).rejects.toThrow('Authentication failed');
    expect(browser.local.size).toBe(0);
    expect(browser.visited).toEqual(['/login']);
  });

  test('a 401 for an old token keeps the session that another tab has started', async () => {
    fetchMock.mockImplementationOnce(async () => {
      browser.local.set('token', 'newer');
      return new Response('{"message":"no"}', { status: 401 });
    });
    await expect(call(getMe)).rejects.toThrow('Authentication failed');
    expect(browser.local.get('token')).toBe('newer');
    expect(browser.visited).toEqual([]);
  });

  test('a failed sign-in is an ordinary error', async () => {
    respond(401, '{"message":"Invalid username or password"}');
    await expect(call(login, { body: { username: 'dana', password: 'x' } })).rejects.toThrow(
      'Invalid username or password',
    );
    expect(browser.local.get('token')).toBe('secret');
    expect(browser.visited).toEqual([]);
  });

  test("a proxy's HTML page is a network error and does not end the session", async () => {
    for (const status of [200, 401, 403]) {
      const headers = { 'content-type': 'text/html; charset=utf-8' };
      fetchMock.mockResolvedValueOnce(new Response('<html>Welcome to our hotel</html>', { status, headers }));
      await expect(call(getMe), String(status)).rejects.toBeInstanceOf(NetworkError);
    }
    expect(browser.local.get('token')).toBe('secret');
    expect(browser.visited).toEqual([]);
  });

  test('a network failure does not sign out', async () => {
    fetchMock.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    await expect(call(getMe)).rejects.toBeInstanceOf(NetworkError);
    expect(browser.local.get('token')).toBe('secret');
  });
});

describe('error responses', () => {
  test('have the message, code and field errors of a JSON body', async () => {
    const body = '{"message":"Username is taken","code":"taken","errors":{"username":"Username is taken"}}';
    respond(409, body);
    const error: ApiError = await call(getMe).catch((error) => error);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      status: 409,
      message: 'Username is taken',
      code: 'taken',
      errors: { username: 'Username is taken' },
      asText: `409: ${body}`,
    });
  });

  test('have the raw text when the body is not JSON', async () => {
    respond(500, 'out of order');
    await expect(call(getMe)).rejects.toMatchObject({ message: 'out of order', asText: '500: out of order' });
  });

  test('have the status text when there is no body', () => {
    expect(new ApiError(502, 'Bad Gateway', '')).toMatchObject({
      message: 'Bad Gateway',
      asText: '502: Bad Gateway',
    });
  });

  test("never show a proxy's HTML page as the message, but keep it in the long form", () => {
    for (const page of ['<html>nginx</html>', '\ufeff<!DOCTYPE html><h1>Oops</h1>', 'Oops <br/> nginx']) {
      const error = new ApiError(502, 'Bad Gateway', page);
      expect(error.message).toBe('Bad Gateway');
      expect(error.asText).toBe(`502: ${page}`);
    }
    expect(new ApiError(502, '', '<html>nginx</html>').message).toBe('Something went wrong (502). Please try again.');
  });

  test("show the screen's text when the server's is not meant for users", () => {
    const fallback = 'Please try again.';
    for (const body of ['', '  ', '<html>nginx</html>', '{"error":"upstream"}', '[1]', 'stack '.repeat(100)]) {
      expect(messageOf(new ApiError(502, 'Bad Gateway', body), fallback), body).toBe(fallback);
    }
    expect(messageOf(new TypeError('x is undefined'), fallback)).toBe(fallback);
  });

  test("show the server's message when there is one", () => {
    expect(messageOf(new ApiError(409, '', '{"message":"Too late"}'), 'Please try again.')).toBe('Too late');
    expect(messageOf(new ApiError(503, '', 'Back in a minute.'), 'Please try again.')).toBe('Back in a minute.');
    expect(messageOf(new NetworkError(null), 'Please try again.')).toMatch(/connection/);
  });
});

describe('the second factor', () => {
  const role = { params: { userId: '7' }, body: { role: 'driver' } } as const;
  const again = '{"message":"Confirm that it is you","code":"confirm_again"}';

  test('is asked for once by calls that wait together, which are then sent again unchanged', async () => {
    respond(409, again);
    respond(409, again);
    const calls = [call(changeRole, role), call(changeRole, role)];
    await vi.waitFor(() => expect(secondFactor.asked().confirmation).toBe(true));
    await new Promise((resolve) => setTimeout(resolve));
    respond(200, '{"username":"dana"}');
    respond(200, '{"username":"dana"}');
    secondFactor.finishConfirmation(true);
    expect(await Promise.all(calls)).toEqual([{ username: 'dana' }, { username: 'dana' }]);
    expect(fetchMock.mock.calls[3]).toMatchObject([fetchMock.mock.calls[0]?.[0], { body: '{"role":"driver"}' }]);
    expect(secondFactor.asked().confirmation).toBe(false);
  });

  test('that is not confirmed leaves the error of the call, and the session', async () => {
    respond(409, again);
    const refused = call(changeRole, role);
    await vi.waitFor(() => expect(secondFactor.asked().confirmation).toBe(true));
    secondFactor.finishConfirmation(false);
    await expect(refused).rejects.toMatchObject({ status: 409, code: 'confirm_again' });
    expect(fetchMock).toHaveBeenCalledTimes(1);
    expect(browser.local.get('token')).toBe('secret');
  });

  test('that has to be turned on first is noted for the screens', async () => {
    respond(409, '{"message":"Turn it on","code":"second_factor_required"}');
    await expect(call(getMe)).rejects.toMatchObject({ code: 'second_factor_required' });
    expect(secondFactor.asked().enrollment).toBe(true);
  });
});

test('fills the parameters into a path', () => {
  expect(pathOf({ path: '/api/a/:id/b' }, { id: '7' })).toBe('/api/a/7/b');
});

test("an endpoint's schemas aren't part of the browser's types, because the build takes them out", () => {
  // @ts-expect-error: a form imports the schema of its body by name.
  expect(login.body).toBeDefined();
  // @ts-expect-error: `CallResult` is the type of a response.
  expect(login.response).toBeDefined();
  expect(login.path).toBe('/api/auth/login');
});
