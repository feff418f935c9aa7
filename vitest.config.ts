import { defineConfig } from 'vitest/config';

// One database server a run (tests/support/database-server.ts), one database a test file; as many files at once as there
// are cores. Browser stories run after the rest, two at a time: one spends half of its time waiting, and a third would only
// make the others slow.
export default defineConfig({
  test: {
    globalSetup: './tests/support/database-server.ts',
    // Node takes the types out of a thread's sources with WebAssembly, whose code V8 shares between threads. Where the main thread
    // has none of it, as here, V8 throws that code away when a thread ends, and Node 24.21 sometimes crashes over it in the next.
    execArgv: ['--no-wasm-code-gc'],
    // As patient as a page is asked to be: of itself a poll gives up after a second, which a busy machine takes for one answer.
    expect: { poll: { timeout: 15_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'code',
          include: ['{contract,server,web,scripts,bench,tests/support}/**/*.test.ts'],
          maxWorkers: '100%',
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'stories',
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: './tests/support/built-web.ts',
          setupFiles: './tests/support/clear-of-midnight.ts',
          maxWorkers: 2,
          // A story of 40 s takes three to five times as long on a slow machine.
          testTimeout: 300_000,
          hookTimeout: 300_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
