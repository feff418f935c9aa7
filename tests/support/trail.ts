import type { Person } from './accounts/people.ts';
import type { TestApp } from './app.ts';

interface TrailLine {
  action: string;
  actorUsername: string | null;
  details: Record<string, string>;
}

/** Returns the lines of the trail about one subject, as the admin reads them. */
export async function trailOf(t: TestApp, admin: Person, subject: string, id: string): Promise<TrailLine[]> {
  const query = { subject, id };
  return (await t.call('GET', '/api/admin/history', { token: admin.token, query })).body;
}
