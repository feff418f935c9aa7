import type { ImportField } from '../../contract/import.ts';
import type { Person } from './accounts/people.ts';
import type { ApiResponse, TestApp } from './app.ts';

/** Importing customers through the API, as the screen does. */

export const importHeader = 'Name,Email,Phone,Address,Package,Day,Time,Note';

let count = 0;

/** Returns a CSV line of a new customer, with the columns of `importHeader`. */
export function importLine(change: Record<string, string> = {}): string {
  count += 1;
  const digits = String(2_000_000 + count);
  const row = {
    ...{ name: `Imported Person${process.pid}x${count}`, email: `imported.${process.pid}.${count}@stoop.example` },
    ...{ phone: `215${digits}`, address: `"${count} S 9th St, Philadelphia, PA 19147"` },
    ...{ package: '', day: '', time: '', note: '', ...change },
  };
  return Object.values(row).join(',');
}

export async function uploadCsv(
  t: TestApp,
  token: string | undefined,
  csv: string | Buffer,
  name = 'customers.csv',
): Promise<Pick<ApiResponse, 'status' | 'body'>> {
  const response = await t.app.inject({
    method: 'POST',
    url: `/api/admin/imports?name=${encodeURIComponent(name)}`,
    headers: { 'content-type': 'text/csv', ...(token && { authorization: `Bearer ${token}` }) },
    payload: csv,
  });
  return { status: response.statusCode, body: response.json() };
}

/**
 * Uploads lines below the header and checks them, with the guessed columns unless others are given. Returns the batch.
 */
export async function checkLines(
  t: TestApp,
  { token }: Person,
  lines: readonly string[],
  fields?: (ImportField | null)[],
): Promise<ApiResponse['body']> {
  const uploaded = await uploadCsv(t, token, [importHeader, ...lines].join('\n'));
  if (uploaded.status !== 201) throw new Error(`could not upload: ${JSON.stringify(uploaded)}`);
  const { id, columns, hasHeader } = uploaded.body;
  const body = { hasHeader, fields: fields ?? columns.map(({ field }: { field: ImportField | null }) => field) };
  await t.call('PUT', `/api/admin/imports/${id}/columns`, { token, body });
  await t.runJobs();
  return (await t.call('GET', `/api/admin/imports/${id}`, { token })).body;
}

/** Imports lines to the end. Returns the batch. */
export async function importLines(t: TestApp, admin: Person, lines: readonly string[]): Promise<ApiResponse['body']> {
  const { id, revision } = await checkLines(t, admin, lines);
  const { token } = admin;
  const started = await t.call('POST', `/api/admin/imports/${id}/run`, { token, body: { revision } });
  if (started.status !== 200) throw new Error(`could not run: ${JSON.stringify(started.body)}`);
  await t.runJobs();
  return (await t.call('GET', `/api/admin/imports/${id}`, { token })).body;
}

export async function rowsOf(
  t: TestApp,
  { token }: Person,
  id: string,
  query: Record<string, string> = {},
): Promise<ApiResponse['body']> {
  return (await t.call('GET', `/api/admin/imports/${id}/rows`, { token, query })).body;
}
