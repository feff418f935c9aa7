import { createHmac } from 'node:crypto';
import { isSameSecret } from '../../same-secret.ts';

/**
 * Whether a request is signed by Twilio: base64 of HMAC-SHA1, under the account's token, of the URL that Twilio was given and of
 * the form's fields, sorted by name, each name followed by its value.
 */
export function isSignedByTwilio(
  authToken: string,
  { url, form, signature }: { url: string; form: URLSearchParams; signature: string | undefined },
): boolean {
  return isSameSecret(signature, signTwilioRequest(authToken, url, form));
}

/** The value of the header `X-Twilio-Signature`. */
export function signTwilioRequest(authToken: string, url: string, form: URLSearchParams): string {
  const fields = [...form].toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([name, value]) => name + value);
  return createHmac('sha1', authToken)
    .update(url + fields.join(''), 'utf8')
    .digest('base64');
}
