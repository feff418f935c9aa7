import type { ImportField } from '../../../contract/import.ts';

/** Pure rules about the names that programs give to columns. */

/** Normalizes a column's name: "E-Mail_Address" → "e mail address", "Address2" → "address 2", "firstName" → "first name". */
export function plainName(name: string): string {
  return name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/(\p{L})(\d)/gu, '$1 $2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
}

/** Facts about a value rather than the value: "Phone 1 - Label", "Email Subscription Status", "Created Date". */
const aboutOthers =
  /\b(?:labels?|status|opt(?:ed)?|consent|verified|valid|bounced?|unsubscribed?|subscribed|marketing|newsletter|preferences?|preferred contact|phonetic|yomi|nick ?name|prefix|suffix|middle|country|county|latitude|longitude|lat|lng|lon|geo ?code|fax|website|url|photo|birth ?day|birthdate|balance|amount|created?|creation|updated?|modified|changed|imported|optin|confirm(?:ed)?|time ?zone|tax|rating|tags?|referr\w*|po box|(?<!(?:address|addr|street) )(?:extension|ext)|count|total|spouse|emergency|landlord|manager|owner s|card|account (?:number|no|id)|customer (?:number|no|id|type)|client (?:id|type)|(?:phone|email|e mail|address|contact|property|location|payment|account)(?: \d)? type(?: \d)?|(?:last|next|first) (?:seen|login|visit|service|payment|invoice|contacted|activity|order|pickup))\b/;

/** Returns true if a column's name says that it holds none of our fields, whatever its values look like. */
export function isAboutOthers(name: string): boolean {
  return aboutOthers.test(plainName(name));
}

const second = '(?:2|ii|two|second|b)';
const unitName = new RegExp(
  [
    '\\b(?:apt|apartment|unit|suite|ste|flat|condo|trailer|extended address|secondary address|additional address|sub address|complement|room|rm)\\b(?! (?:price|count|type|cost))',
    `\\b(?:address|addr|add|street|line|ln|street address|address line) ?${second}$`,
    `^(?:address|street) ${second} (?:optional|apt.*|suite.*|unit.*)$`,
    `\\b${second}(?:nd)? (?:address|street|line|address line|street line)$`,
    '\\b(?:address|street|addr) (?:cont|continued|extra|ext|extension|details)$',
    '^(?:(?:service|property|home|street|address) )?(?:floor|door|lot|extra line|space)(?: (?:number|no))?$',
    '\\b(?:bldg|building)(?: (?:number|no|name))?$',
  ].join('|'),
);

/** The fields that an address is made of. */
export const addressFields = ['houseNumber', 'unit', 'zip', 'city', 'state', 'street', 'address'] as const;
export type AddressField = (typeof addressFields)[number];

const addressNames: readonly [AddressField, RegExp][] = [
  // "City, State, Zip" in one column is read as a city with more behind it.
  ['city', /\b(?:city|town)\b.*\b(?:st|state|zip|zipcode|postal|postcode)\b/],
  ['zip', /\b(?:zip|zipcode|postal|postcode|post code)\b/],
  ['houseNumber', /\b(?:house|street) (?:number|num|no)$/],
  ['unit', unitName],
  ['city', /\b(?:city|town|township|municipality|locality|borough)\b/],
  ['state', /\b(?:state|province|region)\b|^st$/],
  [
    'street',
    /\bstreet\b|\b(?:address|addr)(?: (?:line|ln))? ?(?:1|one)$|\baddress line$|\b(?:line|ln) (?:1|one)$|\bhouse address\b/,
  ],
  ['address', /\b(?:address|addr|location)\b|^(?:bill|ship|mail|deliver) to$/],
];

/** A whole address among columns of its parts: "Address 1 - Formatted", "Full address". */
const wholeAddress = /\b(?:formatted|full|complete|whole|one line|single line)\b/;

/** "Address Line 3", "Home Street 3", "Bill to 4". */
const furtherLine = /\b(?:address|addr|street|line|ln|(?:bill|ship|mail) to) ?(?:[3-9]|three|four|third)$/;

/** Returns true if a column's name says that it holds a third or later line of an address. */
export function isFurtherLine(name: string): boolean {
  return furtherLine.test(plainName(name));
}

/** A line of an address as on an envelope: "Bill to 2", "Address Line 3". */
const envelopeLine = /^(.*\b(?:address|addr|street|line|ln|(?:bill|ship|mail|deliver) to)) ?\d$/;

/** Returns what the names of all lines of one envelope begin with: "Bill to 2" → "bill to". Null for other columns. */
export function envelopeOf(name: string): string | null {
  return envelopeLine.exec(plainName(name))?.[1] ?? null;
}

/** Returns which part of an address a column's name promises, or null. */
export function addressFieldOf(name: string): AddressField | null {
  const plain = plainName(name.replaceAll('#', ' number '));
  if (/\bstreet name\b/.test(plain)) return 'street';
  if (furtherLine.test(plain)) return null;
  if (aboutOthers.test(plain) || /\b(?:e ?mail|ip|web|mac|notes?|name|day|time)\b/.test(plain)) return null;
  if (wholeAddress.test(plain) && /\b(?:address|addr|location)\b/.test(plain)) return 'address';
  return addressNames.find(([, pattern]) => pattern.test(plain))?.[0] ?? null;
}

/** The kinds of addresses that a file may have side by side, from the one where we work to the least likely one. */
const groups: readonly [string, RegExp][] = [
  ['second', /\baddress [2-9] (?:label|formatted|street|city|region|state|zip|postal|extended|type|line)/],
  ['billing', /\b(?:bill|billing|invoice|invoicing|mail|mailing|payer|payment|remit|postal address|correspondence)\b/],
  ['service', /\b(?:service|serviced|property|site|job|jobsite|location|pickup|pick up|collection|physical)\b/],
  ['shipping', /\b(?:ship|shipping|delivery)\b/],
  ['business', /\b(?:business|work|office|company|organization)\b/],
  ['other', /\b(?:other|alternate|alternative|secondary address|previous|old|temporary)\b/],
  ['home', /\b(?:home|residence|residential)\b/],
];
const groupOrder = ['service', 'plain', 'home', 'shipping', 'business', 'billing', 'second', 'other'];

/** Returns which of several addresses a column belongs to: "service", "billing", … and "plain" when it doesn't say. */
export function addressGroupOf(name: string): string {
  const plain = plainName(name);
  if (/^(?:location|secondary address|pickup location)$/.test(plain)) return 'plain';
  return groups.find(([, pattern]) => pattern.test(plain))?.[0] ?? 'plain';
}

/** Returns the place of a kind of address in the order of preference, 0 first. */
export function groupRank(group: string): number {
  return groupOrder.indexOf(group);
}

/**
 * Names of the other fields, from the most specific to the least: "Email address" isn't an address, and "Start time"
 * isn't a start date. A field's patterns are tried in order, each on all columns.
 */
export const fieldNames: readonly [ImportField, RegExp][] = [
  ['email', /\b(?:service|primary|main|customer|client) e ?mails?\b/],
  ['email', /\be ?mails?\b(?! (?:subscription|notifications?|alerts?|list|sent|id\b|type|notes?|template|reminders?))/],
  ['username', /\b(?:user ?name|user ?id|login)\b/],
  ['phone', /\b(?:primary|main|service) (?:phone|telephone|mobile|cell)/],
  [
    'phone',
    /\b(?:phones?|mobile|cell|cellphone|tel|telephone|contact (?:no|number))\b(?! (?:carrier|alerts?|notifications?|notes?))/,
  ],
  ['firstName', /\b(?:first|given|f) ?name\b|^first$/],
  ['lastName', /\b(?:last|family|sur|l) ?name\b|^last$/],
  ['note', /\b(?:notes?|comments?|remarks?|instructions?|memo)\b/],
  ['extras', /\b(?:extras?|add ?ons?|options?)\b/],
  ['startDate', /\b(?:start|starts|started|begin|since)\b(?!.*time)/],
  ['time', /\b(?:time|window|slot)\b(?! ?zone)/],
  [
    'days',
    /^(?!.*\b(?:overdue|past|due|net|open|outstanding|holidays?|since|terms|days? (?:of|in|to|until))\b).*\b(?:days?|weekdays?)\b/,
  ],
  ['package', /\b(?:package|tier|service level|service plan|service type|service package)\b/],
  ['package', /^(?!.*\b(?:payment|floor|date|frequency|id|dental)\b).*\bplan(?: (?:name|type|level|price))?$/],
  [
    'package',
    /^(?:(?:trash|waste|garbage|current|customer|collection|weekly|monthly) )?(?:subscription|service)(?: (?:name|type|level|tier))?$/,
  ],
  ['name', /\b(?:full|customer|client|resident|contact|member|subscriber|display)(?: full)? name\b/],
  [
    'name',
    /^(?:name|customer|client|resident|member|subscriber|household|homeowner|tenant|name of (?:customer|client))$/,
  ],
  [
    'name',
    /^(?!.*\b(?:company|business|organi[sz]ation|driver|route|file|product|site|property|location|job|street|city|account|plan|package|user|title|sales|rep|employee|technician|team|first|last|given|family)\b).*\b(?:name|customer|client|resident)\b/,
  ],
  ['name', /^(?:company|business|organi[sz]ation|account)(?: name)?$/],
];
