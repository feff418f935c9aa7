import { createHmac } from 'node:crypto';
import { isSameSecret } from '../../same-secret.ts';

/**
 * Returns whether Twilio signed a request. The signature is the base64 of an HMAC-SHA1, keyed with the account's token,
 * over the URL that we gave to Twilio and the form's fields: sorted by name, each name followed by its value.
 */
export function isSignedByTwilio(
  authToken: string,
  { url, form, signature }: { url: string; form: URLSearchParams; signature: string | undefined },
): boolean {
  return isSameSecret(signature, signTwilioRequest(authToken, url, form));
}

/** Returns the value of the `X-Twilio-Signature` header. */
export function signTwilioRequest(authToken: string, url: string, form: URLSearchParams): string {
  const fields = [...form].toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([name, value]) => name + value);
  return createHmac('sha1', authToken)
    .update(url + fields.join(''), 'utf8')
    .digest('base64');
}
