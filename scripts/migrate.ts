import { readSettings } from '../server/settings/settings.ts';
import { explainStartFailure } from '../server/start-failure.ts';
import { prepareDatabase } from './prepare-database.ts';
import { withDatabase } from './with-database.ts';
import { fail } from './with-services.ts';

/**
 * `npm run migrate`: migrates the database and its job queue to the newest schema, and ends. Starting the server does the
 * same. A deployment runs this first, to see errors before it replaces a running instance. An error is one line and exit
 * code 1.
 */
try {
  await withDatabase(readSettings(process.env, []), prepareDatabase);
  console.log('The database schema is up to date.');
} catch (error) {
  fail(explainStartFailure(error));
}
