import { hash } from 'node:crypto';
import { addressKeyOf } from '../../addresses/geocode-rules.ts';
import type { RowValues } from './row-rules.ts';

/**
 * Returns a key that recognizes a row in another upload: a hash of email, phone and address. It reveals no personal
 * data.
 */
export function rowKeyOf({ email, phone, address }: Pick<RowValues, 'email' | 'phone' | 'address'>): string {
  return hash('sha256', [email, phone.replace(/\D/g, ''), addressKeyOf(address)].join('\n'), 'base64url');
}
