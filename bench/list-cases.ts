import { dateKeyOf } from '../contract/values/time/dates.ts';
import { writeCursor } from '../server/http/paging.ts';

/** Session tokens by role. */
export type Visitors = Record<'customer' | 'driver' | 'admin', string[]>;

export interface ListRequest {
  as: keyof Visitors;
  path: string;
}

export interface ListCase {
  name: string;
  /** Returns the request of a turn; some searches use a different word each turn. */
  request(turn: number): ListRequest;
}

/** Spelled unlike the records that they find, which have no accents and apostrophes. */
const accented = { name: 'Ánn Irwín', street: 'Cathar’iné' };

/**
 * Every list of the product, with the filters, searches and orders that its screens use. If few records match in the
 * small city, the request sets a small limit, so that both cities return the same number.
 */
export const listCases: ListCase[] = [
  ...cases('customer', '/api/pickups', ['', 'sort=oldest', 'status=completed', 'q=market']),
  ...cases('customer', '/api/pickup-counts', ['']),
  ...cases('driver', '/api/pickups', [
    '',
    'sort=oldest',
    'status=assigned&limit=25',
    'status=issue&limit=25',
    'q=market',
  ]),
  ...cases('driver', '/api/driver/route', ['']),
  ...cases('driver', '/api/driver/stats', ['']),
  ...cases('admin', '/api/pickups', [
    '',
    'sort=oldest',
    'status=pending&limit=25',
    'status=completed',
    `cursor=${aYearAgo()}`,
  ]),
  ...cases('admin', '/api/admin/pickups', [
    '',
    'sort=oldest',
    `cursor=${aYearAgo()}`,
    'status=pending&limit=25',
    'status=assigned&limit=25',
    'status=completed',
    'status=issue&limit=25',
    'status=cancelled&limit=25',
    'status=pending,assigned&limit=25',
    'status=issue,incomplete&limit=25',
    'type=one-time,same-day,next-day',
    'type=one-time,same-day,next-day&sort=oldest',
    'type=one-time,same-day,next-day&status=pending&limit=25',
    'type=same-day',
    'type=same-day&status=pending,assigned,issue,incomplete&limit=25',
    'type=next-day&status=pending,assigned,issue,incomplete&limit=25',
    'type=subscription',
    'type=subscription&status=pending&limit=25',
    'type=one-time,same-day,next-day&limit=10&sort=soonest',
    'type=one-time,same-day,next-day&limit=10&sort=soonest&status=pending',
    'type=one-time,same-day,next-day&limit=10&sort=latest&status=incomplete',
    'type=one-time,same-day,next-day&limit=10&area=19147',
    'type=one-time,same-day,next-day&limit=10&area=19147&status=pending&sort=soonest',
    'type=one-time,same-day,next-day&limit=10&area=08901',
    'type=one-time,same-day,next-day&limit=10&driver=none',
    'type=one-time,same-day,next-day&limit=10&driver=none&status=completed',
    'type=one-time,same-day,next-day&limit=10&driver=none&status=issue&sort=soonest',
    `type=one-time,same-day,next-day&limit=10&day=${today()}&area=19147`,
  ]),
  ...cases('admin', '/api/admin/pickup-areas', ['']),
  search('/api/admin/pickups', 'a word of every address', 'philadelphia'),
  search('/api/admin/pickups', 'a street', 'catharine'),
  search('/api/admin/pickups', 'a house', (turn) => `${100 + turn} n market`),
  search('/api/admin/pickups', 'a username', (turn) => `customer_${1 + (turn % 200)}`),
  search('/api/admin/pickups', 'a last name', 'irwin'),
  search('/api/admin/pickups?type=one-time,same-day,next-day&limit=10', 'a name', 'ann irwin'),
  search('/api/admin/pickups?type=one-time,same-day,next-day&limit=10', 'a phone number', '(215) 555-0142'),
  search('/api/admin/pickups', 'the end of a phone number', '0142'),
  search('/api/admin/pickups', 'a short id', (turn) => `#${(turn * 7919 + 65_536).toString(16)}`),
  search('/api/admin/pickups', 'nothing', (turn) => `nowhere ${turn}`),
  search('/api/admin/pickups', 'two letters', 'wo'),
  search('/api/admin/pickups', 'two letters of nothing', 'zq'),
  search('/api/admin/pickups?type=one-time,same-day,next-day', 'a street', 'catharine'),
  search('/api/admin/pickups?type=one-time,same-day,next-day', 'nothing', (turn) => `nowhere ${turn}`),
  search('/api/admin/pickups?status=pending', 'a street', 'catharine'),
  search('/api/admin/pickups?sort=oldest', 'a street', 'catharine'),
  search('/api/admin/pickups?type=one-time,same-day,next-day&limit=10', 'a name with accents', accented.name),
  search('/api/admin/pickups?type=one-time,same-day,next-day', 'a street with an apostrophe', accented.street),
  ...cases('admin', '/api/admin/request-counts', ['']),
  search('/api/admin/find', 'a name', 'ann irwin'),
  search('/api/admin/find', 'a last name', 'irwin'),
  search('/api/admin/find', 'a name with accents', accented.name),
  search('/api/admin/find', 'a street with an apostrophe', accented.street),
  search('/api/admin/find', 'a word of every customer', 'stoop'),
  search('/api/admin/find', 'a word of every address', 'philadelphia'),
  search('/api/admin/find', 'a username', (turn) => `customer_${1 + (turn % 200)}`),
  search('/api/admin/find', 'an address', (turn) => `${100 + turn} market`),
  search('/api/admin/find', 'a phone number', '(215) 555-0142'),
  search('/api/admin/find', 'a short id', (turn) => `#${(turn * 7919 + 65_536).toString(16)}`),
  search('/api/admin/find', 'nothing', (turn) => `nobody ${turn}`),
  ...cases('admin', '/api/admin/users', ['', 'sort=oldest']),
  search('/api/admin/users', 'a username', (turn) => `customer_${1 + (turn % 200)}`),
  search('/api/admin/users', 'a name with accents', accented.name),
  search('/api/admin/users', 'nothing', (turn) => `nobody ${turn}`),
  search('/api/admin/users', 'two letters', 'jo'),
  ...cases('admin', '/api/admin/all-members', ['', 'sort=oldest', 'role=customer', 'role=driver', 'role=admin']),
  search('/api/admin/all-members', 'a word of every member', 'stoop'),
  search('/api/admin/all-members', 'a last name', 'irwin'),
  search('/api/admin/all-members', 'a name with accents', accented.name),
  search('/api/admin/all-members', 'a username', (turn) => `customer_${1 + (turn % 200)}`),
  search('/api/admin/all-members', 'nothing', (turn) => `nobody ${turn}`),
  ...cases('admin', '/api/admin/member-counts', ['']),
  ...cases('admin', '/api/admin/dashboard', ['']),
  ...cases('admin', '/api/admin/attention', ['']),
  ...cases('admin', '/api/admin/pickups', [`day=${today()}`]),
  ...cases('admin', '/api/admin/subscriptions', ['', 'sort=oldest', 'status=active', 'status=paused', 'type=basic']),
  search('/api/admin/subscriptions', 'a username', (turn) => `customer_${1 + (turn % 200)}`),
  search('/api/admin/subscriptions', 'a name with accents', accented.name),
  search('/api/admin/subscriptions', 'a word of every address', 'philadelphia'),
  search('/api/admin/subscriptions', 'nothing', (turn) => `nobody ${turn}`),
  ...cases('admin', '/api/admin/subscription-counts', ['']),
  ...cases('admin', '/api/admin/routes', ['']),
  ...cases('admin', '/api/admin/board', ['']),
  ...cases('admin', '/api/admin/address-clusters', ['']),
  ...cases('customer', '/api/billing-history', ['']),
  ...cases('customer', '/api/billing-summary', ['']),
  ...cases('customer', '/api/notifications', ['']),
  ...cases('driver', '/api/notifications', ['']),
];

function cases(as: ListRequest['as'], path: string, queries: readonly string[]): ListCase[] {
  return queries.map((query) => ({
    name: `${as}: ${query.startsWith('cursor') ? `${path}?cursor=(a year ago)` : join(path, query)}`,
    request: () => ({ as, path: join(path, query) }),
  }));
}

function search(path: string, what: string, word: string | ((turn: number) => string)): ListCase {
  const wordOf = typeof word === 'string' ? () => word : word;
  return {
    name: `admin: ${join(path, `q=(${what})`)}`,
    request: (turn) => ({ as: 'admin', path: join(path, `q=${encodeURIComponent(wordOf(turn))}`) }),
  };
}

function join(path: string, query: string): string {
  if (query === '') return path;
  return `${path}${path.includes('?') ? '&' : '?'}${query}`;
}

function today(): string {
  return dateKeyOf(new Date());
}

/** Returns a cursor to the middle of the list. With keyset paging, that page must cost no more than the first one. */
function aYearAgo(): string {
  const at = new Date(Date.now() - 365 * 24 * 60 * 60 * 1000);
  return writeCursor({ at, id: 'ffffffff-ffff-4fff-8fff-ffffffffffff' });
}
