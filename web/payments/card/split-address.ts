/** The payer's name and address, split into Stripe's address fields. */
export interface BillingAddress {
  name: string;
  address: { line1: string; city: string; state: string; postal_code: string; country: 'US' };
}

/** Splits "1127 S 9th St, Philadelphia, PA 19147". Any other format goes into line 1 for the customer to correct. */
export function splitAddress(text: string): BillingAddress['address'] {
  const found = /^(.+),\s*([^,]+),\s*([A-Za-z]{2})\.?\s+(\d{5}(?:-\d{4})?)(?:,\s*(?:USA?|United States))?$/.exec(
    text.trim(),
  );
  if (!found) return { line1: text.trim(), city: '', state: '', postal_code: '', country: 'US' };
  const [, line1 = '', city = '', state = '', postal_code = ''] = found;
  return { line1: line1.trim(), city: city.trim(), state: state.toUpperCase(), postal_code, country: 'US' };
}
