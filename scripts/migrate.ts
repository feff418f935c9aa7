import { withServices } from './with-services.ts';

/**
 * `npm run migrate`: brings the database and its job queue to the newest schema, checks the payment keys, and ends. A start
 * does the same by itself; a deployment runs this first to see an error before it replaces a running instance.
 */
await withServices(async () => console.log('The database has the newest schema.'));
