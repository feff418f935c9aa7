import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { hasPostgres15 } from './tests/support/database/postgres15.ts';
import { PropertyTestsFirst } from './tests/support/property-tests-first.ts';

const isLong = process.env.TEST_LONG === '1';
// Files share the modules of a thread. With a thread for each file, each would load them again, and loading the app
// takes 1.7 s of CPU time. A file restores every module and global that it changes.
const units = ['{contract,web}/**/*.test.ts'];
const code = ['{server,scripts,bench,tests/{support,repository,mutants,world}}/**/*.test.ts'];
const stories = ['tests/e2e/**/*.test.ts'];
/** In the long run these tests measure minutes (MSG-33), so nothing runs beside them. */
const measured = isLong ? ['tests/e2e/reminders-at-five.test.ts'] : [];
/** A sample for PostgreSQL 15: migrations, the job queue, the largest stores, and a short story. */
const onPostgres15 = [
  'server/database/schema.test.ts',
  'server/jobs/queue.test.ts',
  'server/accounts/members/list-people.test.ts',
  'server/payments/payments.test.ts',
  'server/payments/billing/billing.test.ts',
  'server/routing/list-routes.test.ts',
  'server/subscriptions/manage/list-subscriptions.test.ts',
  'tests/e2e/customer-calls.test.ts',
];
/** These need no database, or always start the embedded one. */
const notOnPostgres15 = [
  'server/database/embedded/**',
  'tests/e2e/kill-during-bookings.test.ts',
  '{bench,tests/{support,repository,mutants,world}}/**',
  'server/**/*rules.test.ts',
];

/** Tests wait for the database, the server and the browser half of their time, so each core serves two files. */
const workers = Math.min(8, 2 * availableParallelism());

/** Nobody waits for the long run, and other work may run on its machine. Its timeouts only end tests that hang. */
const patience = isLong ? 4 : 1;
const limits = { testTimeout: patience * 120_000, hookTimeout: patience * 120_000 };
// A story of 40 s takes three to five times as long on a slow machine.
const storyLimits = { testTimeout: patience * 300_000, hookTimeout: patience * 300_000 };

/** Runs before each file. A module that a file imports would run once in a thread, because files share their modules. */
const avoidMidnight = { setupFiles: './tests/support/avoid-midnight.ts' };

const story = {
  ...avoidMidnight,
  globalSetup: './tests/support/browser/built-web.ts',
  maxWorkers: workers,
  isolate: false,
  ...storyLimits,
};

// One database server per run (tests/support/database/database-server.ts), one database per test file. Stories run
// after the rest.
export default defineConfig({
  test: {
    globalSetup: './tests/support/database/database-server.ts',
    // Node strips the types of a thread's sources with WebAssembly, whose code V8 shares between threads. The main
    // thread doesn't use it here, so V8 drops that code when a thread ends, and Node 24.21 sometimes crashes over it in
    // the next thread.
    execArgv: ['--no-wasm-code-gc'],
    sequence: { sequencer: PropertyTestsFirst },
    // The same timeout as a page's expectations. By default a poll gives up after a second.
    expect: { poll: { timeout: 15_000 } },
    projects: [
      { extends: true, test: { name: 'units', include: units, maxWorkers: workers, isolate: false, ...limits } },
      {
        extends: true,
        test: { ...avoidMidnight, name: 'code', include: code, maxWorkers: workers, isolate: false, ...limits },
      },
      {
        extends: true,
        test: { ...story, name: 'stories', include: stories, exclude: measured, sequence: { groupOrder: 1 } },
      },
      { extends: true, test: { ...story, name: 'measured', include: measured, sequence: { groupOrder: 2 } } },
      // Runs only where PostgreSQL 15 is installed. `npm run test:long` runs everything on it.
      ...(hasPostgres15
        ? [
            {
              extends: true as const,
              test: {
                ...story,
                name: 'postgres15',
                include: isLong ? [...code, ...stories] : onPostgres15,
                exclude: notOnPostgres15,
                globalSetup: ['./tests/support/database/postgres15.ts', story.globalSetup],
                env: { ON_POSTGRES15: '1' },
                sequence: { groupOrder: 1 },
              },
            },
          ]
        : []),
    ],
  },
});
