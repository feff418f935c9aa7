import { defineConfig } from 'vitest/config';

// One database server a run (tests/support/database-server.ts), one database a test file. Browser stories run after
// the rest, one at a time: two browsers and two servers on a small machine measure nothing but each other.
export default defineConfig({
  test: {
    globalSetup: './tests/support/database-server.ts',
    projects: [
      {
        extends: true,
        test: {
          name: 'code',
          include: ['{contract,server,web,scripts,bench,tests/support}/**/*.test.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'stories',
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: './tests/support/built-web.ts',
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
