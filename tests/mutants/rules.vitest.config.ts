import { defineConfig } from 'vitest/config';

/** Only the tests of pure rules. They need no database, so Stryker runs them in a moment. */
export default defineConfig({
  test: {
    include: [
      'server/{accounts,booking,payments,pickups,subscriptions}/**/*rules.test.ts',
      'contract/values/**/*.test.ts',
    ],
  },
});
