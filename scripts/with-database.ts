import { startEmbeddedServer } from '../server/database/embedded/server.ts';
import type { Settings } from '../server/settings/settings.ts';

/**
 * Runs `work` with the URL of the deployment's database: DATABASE_URL, or the embedded server, which starts if it isn't
 * running.
 */
export async function withDatabase<T>(
  { databaseUrl, dataDir }: Pick<Settings, 'databaseUrl' | 'dataDir'>,
  work: (url: string) => Promise<T>,
): Promise<T> {
  if (databaseUrl !== undefined) return await work(databaseUrl);
  const embedded = await startEmbeddedServer({ dataDir, log: { info: () => {}, warn: console.error } });
  try {
    return await work(embedded.url);
  } finally {
    await embedded.stop();
  }
}
