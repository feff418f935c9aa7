import fc from 'fast-check';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAdmin, makeCustomer, type Person } from '../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { bookUnpaid } from '../../tests/support/pickups/bookings.ts';
import { makeSubscriber } from '../../tests/support/subscriptions/subscriptions.ts';
import { contains, folded, foldedNames, foldedPerson } from './folded-text.ts';

let t: TestApp;
let admin: Person;
beforeAll(async () => {
  t = await startTestApp();
  admin = await makeAdmin(t);
});
afterAll(async () => await t.close());

const foldOf = async (text: string) =>
  (await sql<{ text: string }>`SELECT fold(${text}::text) AS "text"`.execute(t.db)).rows[0]?.text;

describe('fold', () => {
  it.each([
    ['case', ['NÚÑEZ', 'núñez', 'Núñez'], 'nunez'],
    ['composed and decomposed accents', ['Núñez'.normalize('NFC'), 'Núñez'.normalize('NFD'), 'Nunez'], 'nunez'],
    ['apostrophes', ["O'Brien", 'O’Brien', 'Oʼbrien', 'O`Brien', 'O´Brien', 'OBrien', 'O＇Brien'], 'obrien'],
    ['dashes', ['Ana-Maria', 'Ana‑Maria', 'Ana–Maria', 'Ana—Maria', 'Ana−Maria', 'Ana Maria'], 'ana maria'],
    ['fractions', ['12½ Elm', '12 ½ Elm', '12 1/2 Elm', '12-1/2 Elm', '12 1⁄2 Elm'], '12 1/2 elm'],
    ['letters of their own', ['Łukasz Søren Đạt', 'łukasz søren đạt', 'LUKASZ SOREN DAT'], 'lukasz soren dat'],
    ['ligatures', ['Weiß Ægir Œuvre', 'WEISS AEGIR OEUVRE', 'Weiẞ ægir œuvre'], 'weiss aegir oeuvre'],
    ['what nobody sees', ['Co\u00adop', 'Co\u200bop', '\ufeffCoop '], 'coop'],
    ['spaces', ['5  Main\u00a0St', '5 Main St'], '5 main st'],
  ])('makes %s equal', async (_, spellings, plain) => {
    for (const text of spellings) expect(await foldOf(text), JSON.stringify(text)).toBe(plain);
  });

  it('folds plain texts, which go a shorter way, like any other', async () => {
    const printable = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at));
    const texts = fc.sample(fc.string({ unit: fc.constantFrom('\t', '\n', ...printable) }), 500);
    const { rows } = await sql<{ text: string }>`
      SELECT "text" FROM unnest(${texts}::text[]) AS sampled ("text")
      WHERE fold("text" || ' e') <> fold("text" || ' \u00e9')`.execute(t.db);
    expect(rows).toEqual([]);
  });

  it('keeps what differs', async () => {
    expect(await foldOf('row_1@stoop.example')).toBe('row_1@stoop.example');
    expect(await foldOf('100% a\\b')).toBe('100% a\\b');
    expect(await foldOf('')).toBe('');
  });
});

describe('a person and an address are found however they are spelled', () => {
  const spellings = [
    'Núñez',
    'NUNEZ',
    'nún\u0303ez',
    'O’Neil',
    "o'neil",
    'oneil',
    'Ana‑Maria',
    'ana maria',
    '7½',
    '7 1/2',
  ];
  let customer: Person & { subscriptionId: string };
  beforeAll(async () => {
    customer = await makeSubscriber(t);
    const address = '7½ Café‑Row St, Philadelphia, PA 19147';
    const names = { firstName: 'Ana-Maria'.normalize('NFD'), lastName: 'O’Neil Nu\u0301n\u0303ez' };
    await t.db
      .updateTable('users')
      .set({ ...names, address })
      .where('id', '=', customer.id)
      .execute();
    await bookUnpaid(t, customer.token);
    await t.db.updateTable('pickups').set({ address }).where('customerId', '=', customer.id).execute();
    await t.db.updateTable('subscriptions').set({ address }).where('customerId', '=', customer.id).execute();
    await bookUnpaid(t, (await makeCustomer(t)).token);
  });

  const count = async (path: string, q: string) => {
    const { status, body } = await t.call('GET', `${path}q=${encodeURIComponent(q)}`, { token: admin.token });
    expect(status).toBe(200);
    return (Array.isArray(body) ? body : body.customers).length;
  };

  it.each([
    // Find needs three letters or digits in a row.
    ['Find', '/api/admin/find?', [...spellings.slice(0, 8), '7½ cafe', '7 1/2 Café']],
    ['members', '/api/admin/all-members?', spellings.slice(0, 8)],
    ['customers', '/api/admin/users?role=customer&', spellings.slice(0, 8)],
    ['subscribers', '/api/admin/subscriptions?', [...spellings, 'cafe row']],
    ['requests', '/api/admin/pickups?type=one-time,same-day,next-day&', [...spellings, 'cafe row']],
  ])('in %s', async (_, path, texts) => {
    for (const text of texts) expect(await count(path, text), text).toBe(1);
    expect(await count(path, 'nuñoz')).toBe(0);
  });

  it('through the indexes', async () => {
    const plan = async (table: string, condition: RawBuilder<SqlBool>) =>
      await t.db.transaction().execute(async (trx) => {
        await sql`SET LOCAL enable_seqscan = off`.execute(trx);
        const { rows } = await sql`EXPLAIN SELECT count(*) FROM ${sql.table(table)} WHERE ${condition}`.execute(trx);
        return JSON.stringify(rows);
      });
    const address = folded(sql`"address"`);
    expect(await plan('users', contains(foldedPerson, 'Núñez'))).toContain('users_folded');
    expect(await plan('users', contains(foldedNames, 'Núñez'))).toContain('users_folded_names');
    expect(await plan('users', contains(address, 'Café'))).toContain('users_folded_address');
    expect(await plan('pickups', contains(address, 'Café'))).toContain('pickups_folded_address');
    expect(await plan('subscriptions', contains(address, 'Café'))).toContain('subscriptions_folded_address');
  });
});
