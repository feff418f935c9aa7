import type { TestCardFields } from './form-schema.ts';
import { formatCardNumber } from './format.ts';

/** What a chosen test card comes with, where nothing has been typed yet. */
const filling = { name: 'Test Customer', expiry: '12/34', securityCode: '123', zip: '19147' };

/** The fields of a form once a test card is chosen: its number, and nothing that was typed is lost. */
export function filledWith<Fields extends TestCardFields>(fields: Fields, number: string): Fields {
  const typed = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
  return { ...fields, ...filling, ...typed, number: formatCardNumber(number) };
}
