import { afterEach, inject, vi } from 'vitest';

/** The setup of every test file: takes one condition out, and records which conditions the file's tests use. */

declare module 'vitest' {
  interface ProvidedContext {
    /** The key of the condition that is taken out, if any. */
    takenOut: string | undefined;
  }
  interface TaskMeta {
    /** The keys of the conditions that the test file has used. */
    used?: string[];
  }
}

declare global {
  var isTakenOut: (key: string) => boolean;
}

// A busy machine sheds load with 503, which would look like a fault that a test noticed.
vi.mock('@fastify/under-pressure', () => ({ default: async () => {} }));

const takenOut = inject('takenOut');
const used = new Set<string>();

globalThis.isTakenOut = (key) => {
  used.add(key);
  return key === takenOut;
};

afterEach(({ task }) => {
  task.file.meta.used = [...used];
});
