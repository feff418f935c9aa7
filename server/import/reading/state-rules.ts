const names: Readonly<Record<string, string>> = {
  ...{ alabama: 'AL', alaska: 'AK', arizona: 'AZ', arkansas: 'AR', california: 'CA', colorado: 'CO' },
  ...{ connecticut: 'CT', delaware: 'DE', 'district of columbia': 'DC', florida: 'FL', georgia: 'GA', hawaii: 'HI' },
  ...{ idaho: 'ID', illinois: 'IL', indiana: 'IN', iowa: 'IA', kansas: 'KS', kentucky: 'KY', louisiana: 'LA' },
  ...{ maine: 'ME', maryland: 'MD', massachusetts: 'MA', michigan: 'MI', minnesota: 'MN', mississippi: 'MS' },
  ...{ missouri: 'MO', montana: 'MT', nebraska: 'NE', nevada: 'NV', 'new hampshire': 'NH', 'new jersey': 'NJ' },
  ...{ 'new mexico': 'NM', 'new york': 'NY', 'north carolina': 'NC', 'north dakota': 'ND', ohio: 'OH' },
  ...{ oklahoma: 'OK', oregon: 'OR', pennsylvania: 'PA', 'rhode island': 'RI', 'south carolina': 'SC' },
  ...{ 'south dakota': 'SD', tennessee: 'TN', texas: 'TX', utah: 'UT', vermont: 'VT', virginia: 'VA' },
  ...{ washington: 'WA', 'west virginia': 'WV', wisconsin: 'WI', wyoming: 'WY', penna: 'PA' },
};
const codes = new Set(Object.values(names));

/** Returns the Postal Service's code of a state: "Pennsylvania" and "pa." → "PA"; other text as it is. */
export function stateCodeOf(text: string): string {
  const key = text
    .toLowerCase()
    .replace(/[.\s]+/g, ' ')
    .trim();
  const code = key.replaceAll(' ', '').toUpperCase();
  return codes.has(code) ? code : Object.hasOwn(names, key) ? (names[key] ?? text) : text;
}

/** Returns true if a text is the name or the code of a state. */
export function isState(text: string): boolean {
  return codes.has(stateCodeOf(text));
}
