import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ImportColumn, ImportField, ImportRow } from '../../contract/import.ts';
import { makeAdmin, makeCustomer, type Person } from '../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { rowsOf, uploadCsv } from '../../tests/support/imports.ts';

/** Files as other programs write them, imported with the columns that we guess. */

let t: TestApp;
let admin: Person;
beforeAll(async () => {
  t = await startTestApp();
  admin = await makeAdmin(t);
});
afterAll(async () => await t.close());
beforeEach(async () => {
  await t.db.deleteFrom('rate_limits').execute();
});

const path = '/api/admin/imports';
const put = async (id: string, rest: string, body: object) =>
  await t.call('PUT', `${path}/${id}${rest}`, { token: admin.token, body });

async function upload(csv: string | Buffer) {
  const { status, body } = await uploadCsv(t, admin.token, csv);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body;
}

async function checkedRows({ id, hasHeader, columns }: { id: string; hasHeader: boolean; columns: ImportColumn[] }) {
  await put(id, '/columns', { hasHeader, fields: columns.map(({ field }) => field) });
  await t.runJobs();
  const { rows } = await rowsOf(t, admin, id);
  return rows as ImportRow[];
}

const textsOf = ({ problems, remarks }: ImportRow) => [...problems, ...remarks].map(({ text }) => text);
const fieldsOf = (columns: ImportColumn[]): Record<string, ImportField | null> =>
  Object.fromEntries(columns.map(({ name, field }) => [name, field]));

describe('a file of another program', () => {
  it('with a second address line keeps two flats of one landlord apart', async () => {
    const rows = await checkedRows(
      await upload(
        [
          'Name,Email,Phone,Street Address 1,Street Address 2,City,State,Zip',
          'Omar Haddad,omar.h1@example.com,(215) 555-0172,1811 Christian St,Apt 1,Philadelphia,PA,19146',
          'Omar Haddad,omar.h2@example.com,(215) 555-0172,1811 Christian St,Apt 2,Philadelphia,PA,19146',
        ].join('\n'),
      ),
    );
    expect(rows.map(({ address, verdict }) => [address, verdict])).toEqual([
      ['1811 Christian St, Apt 1, Philadelphia, PA 19146', 'new'],
      ['1811 Christian St, Apt 2, Philadelphia, PA 19146', 'new'],
    ]);
  });

  it('with billing columns first is read from the service columns', async () => {
    const rows = await checkedRows(
      await upload(
        [
          'Display Name,Company Name,Title,First Name,Last Name,Main Phone #s,Work Phone #s,E-mails,Email Subscription Status,Billing Street 1,Billing Street 2,Billing City,Billing Province,Billing Zip code,Billing Country,Service Street 1,Service Street 2,Service City,Service Province,Service Zip code,Service Country,Tags,Created Date',
          'Rent-Rite LLC,Rent-Rite LLC,,Omar,Haddad,(215) 555-0173,,omar3@example.com,subscribed,9 Front St,Suite 900,Bala Cynwyd,Pennsylvania,19004,United States,1811 Wharton St,Apt 1,Philadelphia,Pennsylvania,19146,United States,weekly,2024-04-01',
        ].join('\r\n'),
      ),
    );
    expect(rows).toMatchObject([
      { verdict: 'new', name: 'Omar Haddad', address: '1811 Wharton St, Apt 1, Philadelphia, PA 19146', plan: null },
    ]);
    expect(textsOf(rows[0] as ImportRow)).toEqual(['"Rent-Rite LLC" is left out. The first and last name are used.']);
  });

  it('with title rows, a footer and several phone numbers in a cell is read from its column names on', async () => {
    const batch = await upload(
      [
        'Customer Contact List,,,,',
        'Curbside Haulers LLC,,,,',
        ',,,,',
        'Customer full name,Phone numbers,Email,Full name,Bill address',
        '"Abbott, Nina",Phone:(215) 555-0161,nina.abbott@example.com,Nina Abbott,"611 S 10th St\nPhiladelphia PA 19147"',
        '"Osei, Kwame",Phone:(215) 555-0162 Mobile:(267) 555-0163,kwame.osei@example.com,Kwame Osei,"1420 Tasker St Apt 2\nPhiladelphia PA 19145"',
        'TOTAL,2,,,',
        ',,,,',
        '"Sunday, November 29, 2026 09:15 AM GMT-05:00",,,,',
      ].join('\r\n'),
    );
    expect(batch).toMatchObject({ hasHeader: true, headerRow: 4, rows: 4, rowsAbove: 2 });
    const rows = await checkedRows(batch);
    expect(rows.map(({ name, phone, address, verdict }) => [name, phone, address, verdict])).toEqual([
      ['Nina Abbott', '(215) 555-0161', '611 S 10th St, Philadelphia PA 19147', 'new'],
      ['Kwame Osei', '(215) 555-0162', '1420 Tasker St Apt 2, Philadelphia PA 19145', 'new'],
      ['TOTAL', '2', '', 'duplicate'],
      [expect.stringContaining('2026'), '', '', 'duplicate'],
    ]);
    expect(textsOf(rows[1] as ImportRow)).toEqual(['Left out of the phone number: Mobile: (267) 555-0163.']);
    expect(textsOf(rows[2] as ImportRow)).toEqual(['This row is left out: it looks like the end of a report.']);
  });

  it('with the column names in a row that was not guessed is read from the row that the admin chooses', async () => {
    const batch = await upload(
      ['List,,,', 'Kunde,Elektropost,Rufnummer,Anschrift', 'Ann Lee,ann.lee@example.com,2155550164,"5 Elm St, 19147"']
        .concat('Bo Lee,bo.lee@example.com,2155550165,"6 Elm St, 19147"')
        .join('\n'),
    );
    const { status, body } = await put(batch.id, '/reading', { headerRow: 2, encoding: 'utf-8' });
    expect({ status, body }).toMatchObject({ status: 200, body: { headerRow: 2, rows: 2, rowsAbove: 1 } });
    expect(fieldsOf(body.columns)).toEqual({
      ...{ Kunde: 'name', Elektropost: 'email', Rufnummer: 'phone', Anschrift: 'address' },
    });
    expect((await checkedRows(body)).map(({ name }) => name)).toEqual(['Ann Lee', 'Bo Lee']);
    const none = await put(batch.id, '/reading', { headerRow: null, encoding: 'utf-8' });
    expect(none.body).toMatchObject({ headerRow: null, hasHeader: false, rows: 4, rowsAbove: 0 });
    expect(await put(batch.id, '/reading', { headerRow: 99, encoding: 'utf-8' })).toMatchObject({ status: 400 });
  });

  it('of contacts is read without its labels, from the first of several values', async () => {
    const batch = await upload(
      [
        'First Name,Phonetic First Name,Last Name,Name Suffix,Organization Name,Notes,Labels,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value,Address 1 - Label,Address 1 - Formatted,Address 1 - Street,Address 1 - City,Address 1 - PO Box,Address 1 - Region,Address 1 - Postal Code,Address 1 - Country,Address 1 - Extended Address',
        'Ed,,Quigley,,,,* myContacts,Home,ed.q@example.com ::: ed.work@example.com,Home,215-555-0202 ::: 215-555-0203,Home,"640 N 5th St\n#4\nPhiladelphia, PA 19123\nUS",640 N 5th St,Philadelphia,,PA,19123,US,#4',
      ].join('\r\n'),
    );
    const rows = await checkedRows(batch);
    expect(rows).toMatchObject([
      {
        ...{ verdict: 'new', name: 'Ed Quigley', email: 'ed.q@example.com', phone: '(215) 555-0202' },
        address: '640 N 5th St, #4, Philadelphia, PA 19123',
      },
    ]);
    expect(textsOf(rows[0] as ImportRow)).toEqual([
      'Left out of the email: ed.work@example.com.',
      'Left out of the phone number: (215) 555-0203.',
    ]);
  });
});

describe('what is not imported', () => {
  it('is said of each column, and of each value that reaches or finds the customer', async () => {
    const batch = await upload(
      [
        'Name,Email,Phone,Phone 2,Address 1,Address 2,Address 3,City,State,Zip,Alt email,Tags',
        'Ines Ortega,ines.o@example.com,215-555-0181,267-555-0182,702 S 8th St,Apt 2,Rear building,Philadelphia,PA,19147,ines.2@example.com,vip',
        'Bo Li,bo.li@example.com,215-555-0183,(215) 555-0183,704 S 8th St,,,Philadelphia,PA,19147,,',
      ].join('\n'),
    );
    const rows = await checkedRows(batch);
    expect(rows.map(textsOf)).toEqual([
      [
        'Not imported from "Phone 2": 267-555-0182.',
        'Not imported from "Address 3": Rear building.',
        'Not imported from "Alt email": ines.2@example.com.',
      ],
      [],
    ]);
    const { body } = await t.call('GET', `${path}/${batch.id}`, { token: admin.token });
    expect(body.unusedColumns).toEqual([
      { name: 'Phone 2', values: 2 },
      { name: 'Address 3', values: 1 },
      { name: 'Alt email', values: 1 },
      { name: 'Tags', values: 1 },
    ]);
  });
});

it('the preview shows where each part of an address went', async () => {
  const [row] = await checkedRows(
    await upload(
      ['Name,Email,Phone,House #,Street Name,Apt,"City, State Zip"']
        .concat(`Ines Ortega,ines.p@example.com,215-555-0184,702,S 8th St,2F,"Philadelphia, PA 19147"`)
        .join('\n'),
    ),
  );
  expect(row?.addressParts).toEqual([
    { part: 'street', text: '702 S 8th St' },
    { part: 'unit', text: '#2F' },
    { part: 'city', text: 'Philadelphia' },
    { part: 'state', text: 'PA' },
    { part: 'zip', text: '19147' },
  ]);
});

it('labels over several columns tell columns of one name apart', async () => {
  const batch = await upload(
    [
      ',,,Billing address,,,Service address,,',
      'Customer,Email,Phone,Street,City,Zip,Street,City,Zip',
      'Ines Ortega,ines.q@example.com,215-555-0185,9 Front St,Camden,08103,702 S 8th St,Philadelphia,19147',
    ].join('\n'),
  );
  expect(batch.columns[6]).toMatchObject({ name: 'Service address Street', field: 'street' });
  const [row] = await checkedRows(batch);
  expect(row?.address).toBe('702 S 8th St, Philadelphia, 19147');
});

it('values that are written as formulas or after an apostrophe lose neither zeros nor letters', async () => {
  const [row] = await checkedRows(
    await upload(
      [
        '="Name",="Email",="Phone",="Address",="Zip"',
        `="Ines Ortega",="ines.f@example.com",="2155550186",="9 Front St",'08103`,
      ].join('\n'),
    ),
  );
  expect(row).toMatchObject({
    name: 'Ines Ortega',
    phone: '(215) 555-0186',
    address: '9 Front St, 08103',
    problems: [],
  });
});

it('a customer is found by an email in other letters, and by a phone number however it is stored', async () => {
  const known = await makeCustomer(t);
  await t.db
    .updateTable('users')
    .set({
      email: 'Known.Person@Example.com',
      phone: '+1 215.555.0187',
      address: '706 S 8th St, Philadelphia, PA 19147',
    })
    .where('id', '=', known.id)
    .execute();
  const address = '"706 S 8th Street, Philadelphia, PA 19147"';
  const rows = await checkedRows(
    await upload(
      [
        'Name,Email,Phone,Address,Package',
        `Known Person,KNOWN.PERSON@example.COM,2155550187,${address},Basic Package`,
        `Known Person,another.one@example.com,1 (215) 555-0187,${address},Basic Package`,
        'Else Where,else.where@example.com,2155550187,"12 Elm St, Philadelphia, PA 19147",',
      ].join('\n'),
    ),
  );
  expect(rows.map(({ customerId }) => customerId)).toEqual([known.id, known.id, null]);
  expect(textsOf(rows[2] as ImportRow)).toEqual(['Pat Example has the same phone number.']);
});

describe('the letters of a file', () => {
  const line = 'Customer,E-mail,Cell phone,Service address\rZo\x91 N\x9c\x96ez,zoe.nunez@example.com,(215) 555-0211,';
  const mac = Buffer.from(`${line}"118 Cross St, Philadelphia, PA 19147"\r`, 'latin1');

  it('are those of Excel for Mac, as the screen says, until another encoding is chosen', async () => {
    const batch = await upload(mac);
    expect(batch).toMatchObject({ encoding: 'macintosh', letters: ['Zoë Núñez'] });
    const other = await put(batch.id, '/reading', { headerRow: 1, encoding: 'windows-1252' });
    expect(other.body).toMatchObject({ encoding: 'windows-1252', letters: ['Zo‘ Nœ–ez'] });
    const none = await put(batch.id, '/reading', { headerRow: 1, encoding: 'utf-8' });
    expect(none).toMatchObject({ status: 400, body: { message: expect.stringContaining('UTF-8') } });
    const back = await put(batch.id, '/reading', { headerRow: 1, encoding: 'macintosh' });
    expect(back.body).toMatchObject({ letters: ['Zoë Núñez'] });
    expect((await checkedRows(back.body)).map(({ name }) => name)).toEqual(['Zoë Núñez']);
  });

  it('are not chosen any more once the file has been run, and not for UTF-16', async () => {
    const wide = await upload(Buffer.from('\uFEFFName;Email\nZoë;z@example.com', 'utf16le'));
    expect(wide).toMatchObject({ encoding: 'utf-16le', columns: [{ name: 'Name' }, { name: 'Email' }] });
    expect(await put(wide.id, '/reading', { headerRow: 1, encoding: 'macintosh' })).toMatchObject({ status: 400 });
  });
});

it('a workbook with the name of a CSV file is refused with the way to a CSV file', async () => {
  const { status, body } = await uploadCsv(t, admin.token, Buffer.from('PK\x03\x04\x14\x00', 'latin1'));
  expect({ status, body }).toMatchObject({ status: 400, body: { message: expect.stringContaining('CSV UTF-8') } });
});
