import { expect, test } from 'vitest';
import { ApiError, NetworkError } from '../../api/api-error.ts';
import { placedMessageOf } from './placed-message.ts';

const fallback = 'Please check your credentials and try again.';
const placed = (error: unknown) => placedMessageOf(error, fallback);

test.each([
  [401, 'Invalid username or password'],
  [429, 'Too many attempts. Please try again in a few minutes.'],
  [503, 'The service is starting. Please try again.'],
])("shows the server's message of a %i", (status, message) => {
  expect(placed(new ApiError(status, '', JSON.stringify({ message })))).toBe(message);
});

test('says that the server could not be reached', () => {
  expect(placed(new NetworkError(null))).toMatch(/^We couldn't reach the server/);
});

test("does not ask to check the credentials after a proxy's error page", () => {
  expect(placed(new ApiError(502, 'Bad Gateway', '<html>nginx</html>'))).toMatch(/on our side/);
  expect(placed(new ApiError(400, 'Bad Request', '<html>nginx</html>'))).toBe(fallback);
});

test('is empty when a field shows the message', () => {
  const body = '{"message":"Username is taken","errors":{"username":"Username is taken"}}';
  expect(placed(new ApiError(409, '', body))).toBeUndefined();
});
