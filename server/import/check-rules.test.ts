import { expect, it } from 'vitest';
import { type CheckFacts, type KnownMatch, type ReadBatchRow, verdictsOf } from './check-rules.ts';
import type { RowValues } from './reading/row-rules.ts';

const known = (change: Partial<KnownMatch> = {}): KnownMatch => ({
  ...{ id: 'dana', role: 'customer', username: 'dana', firstName: 'Dana', lastName: 'Walker', phone: '1' },
  ...{ address: null, emailVerified: true, hasPassword: true },
  ...change,
});
const plan = { packageType: 'basic', preferredDay: null, preferredTime: null, startDate: null } as const;

function row(number: number, change: Partial<RowValues> = {}): ReadBatchRow {
  const values: RowValues = {
    ...{ firstName: 'A', lastName: 'B', email: `${number}@x.co`, phone: `p${number}`, address: `a${number}` },
    ...{ username: null, plan: null, note: null, ...change },
  };
  const { email, address } = values;
  return { number, leftOut: null, values, problems: [], remarks: [], email, key: `key ${number}`, addressKey: address };
}

function check(rows: ReadBatchRow[], facts: Partial<CheckFacts> = {}) {
  const none = { byEmail: new Map(), byPhone: new Map(), byAddress: new Map(), takenNames: new Set<string>() };
  return [...verdictsOf(rows, { ...none, planned: new Map(), imported: new Map(), servedZips: null, ...facts })];
}

it('adds people whom nobody knows', () => {
  expect(check([row(2), row(3, { plan })])).toMatchObject([{ verdict: 'new' }, { verdict: 'new', customerId: null }]);
});

it('remarks on an address outside the service areas, also of a plan for a customer we have', () => {
  const rows = [
    row(2, { address: '1 Elm St, West Chester, PA 19380' }),
    row(3, { address: '1 Elm St, Philadelphia, PA 19147' }),
    row(4, { address: '1 Elm St' }),
    row(5, { address: '2 Elm St, West Chester, PA 19380', plan }),
  ];
  const outside = { field: 'address', text: "19380 isn't in your service areas." };
  const byEmail = new Map([['5@x.co', known()]]);
  expect(check(rows, { byEmail, servedZips: new Set(['19147']) })).toMatchObject([
    { verdict: 'new', remarks: [outside] },
    { verdict: 'new', remarks: [] },
    { verdict: 'new', remarks: [] },
    { verdict: 'plan', remarks: expect.arrayContaining([outside]) },
  ]);
  expect(check(rows.slice(0, 1))).toMatchObject([{ verdict: 'new', remarks: [] }]);
});

it('names the first row of the file with the same email, person or username', () => {
  const rows = [
    row(2, { email: 'a@x.co', username: 'Ann' }),
    row(3, { email: 'a@x.co' }),
    row(4, { phone: 'p2', address: 'a2' }),
    row(5, { username: 'ann' }),
    row(6, { phone: 'p2' }),
  ];
  expect(check(rows)).toMatchObject([
    { verdict: 'new' },
    { verdict: 'duplicate', problems: [{ field: 'email', text: 'Row 2 has the same email.' }] },
    { verdict: 'duplicate', problems: [{ field: 'phone', text: 'Row 2 has the same phone number and address.' }] },
    { verdict: 'error', problems: [{ field: 'username', text: 'Row 2 has the same username.' }] },
    { verdict: 'new', remarks: [{ field: 'phone', text: 'Row 2 has the same phone number.' }] },
  ]);
});

it('links a plan to a customer with the email, or with phone and address, and changes nothing else', () => {
  const byEmail = new Map([['2@x.co', known()]]);
  const byAddress = new Map([['a3', [known({ id: 'ann', phone: 'p3' })]]]);
  expect(check([row(2, { plan, note: 'Gate' }), row(3, { plan })], { byEmail, byAddress })).toMatchObject([
    {
      verdict: 'plan',
      customerId: 'dana',
      remarks: expect.arrayContaining([
        { field: null, text: expect.stringContaining('Only the plan') },
        { field: 'note', text: 'The note is left out.' },
      ]),
    },
    { verdict: 'plan', customerId: 'ann' },
  ]);
});

it('has nothing to add for a customer without a plan in the row, or with one already, or twice in the file', () => {
  const byEmail = new Map([
    ['2@x.co', known()],
    ['3@x.co', known({ id: 'live' })],
    ['4@x.co', known({ id: 'awaiting' })],
    ['5@x.co', known({ id: 'free' })],
    ['7@x.co', known({ id: 'staff', role: 'driver' })],
  ]);
  const byAddress = new Map([['a6', [known({ id: 'free', phone: 'p6' })]]]);
  const planned = new Map([['live', 'live'] as const, ['awaiting', 'awaiting'] as const]);
  const rows = [row(2), ...[3, 4, 5, 6, 7].map((number) => row(number, { plan }))];
  expect(check(rows, { byEmail, byAddress, planned }).map(({ verdict }) => verdict)).toEqual([
    ...['duplicate', 'duplicate', 'duplicate', 'plan', 'duplicate', 'error'],
  ]);
});

it('does not import a row again that was imported before', () => {
  const imported = new Map([['key 2', 'Mon, Nov 23']]);
  expect(check([row(2)], { imported })).toMatchObject([
    { verdict: 'duplicate', problems: [{ text: 'This row was imported on Mon, Nov 23.' }] },
  ]);
});

it('says that somebody else has the phone number or address, and imports the row', () => {
  const byPhone = new Map([['p2', [known()]]]);
  const byAddress = new Map([['a2', [known()]]]);
  expect(check([row(2)], { byPhone, byAddress })[0]).toMatchObject({
    verdict: 'new',
    remarks: [{ text: 'Dana Walker has the same phone number.' }, { text: 'Dana Walker has the same address.' }],
  });
});

it('keeps the problems of a row that could not be read', () => {
  const broken = { ...row(2), values: null, problems: [{ field: 'email', text: 'Email is required' } as const] };
  expect(check([broken])).toMatchObject([{ verdict: 'error', problems: [{ text: 'Email is required' }] }]);
});

it('says how the account of a row differs', () => {
  const byEmail = new Map([
    ['2@x.co', known({ firstName: 'A', lastName: 'b', phone: 'p2', address: 'a2' })],
    ['3@x.co', known({ id: 'b', phone: null, address: '5 Elm St', emailVerified: false, hasPassword: false })],
  ]);
  const verdicts = check([row(2, { plan }), row(3, { plan })], { byEmail });
  expect(verdicts.map(({ remarks }) => remarks.slice(1).map(({ text }) => text))).toEqual([
    [],
    [
      ...['The account has another name: Dana Walker.', 'The account has no phone number.'],
      ...['The account has another address: 5 Elm St.', "The account's email isn't verified."],
    ],
  ]);
});

it('offers no plan to somebody who has a password and has not verified the email', () => {
  const byEmail = new Map([['2@x.co', known({ emailVerified: false })]]);
  expect(check([row(2, { plan })], { byEmail })).toMatchObject([
    {
      verdict: 'error',
      problems: [{ field: 'email', text: expect.stringContaining("hasn't verified it") }, {}, {}, {}, {}],
    },
  ]);
});

it('leaves out a line of a report', () => {
  expect(check([{ ...row(2), values: null, leftOut: 'The end.' }])).toMatchObject([
    { verdict: 'duplicate', problems: [{ field: null, text: 'The end.' }] },
  ]);
});
