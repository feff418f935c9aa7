import { withServices } from './with-services.ts';

/**
 * `npm run migrate`: migrates the database and its job queue to the newest schema, checks the payment keys, and ends.
 * Starting the server does the same. A deployment runs this first, to see errors before it replaces a running instance.
 */
await withServices(async () => console.log('The database schema is up to date.'));
