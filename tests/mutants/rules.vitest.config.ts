import { defineConfig } from 'vitest/config';

/** The pure rules alone: no database, so Stryker runs them in a moment. */
export default defineConfig({
  test: {
    include: [
      'server/{accounts,booking,payments,pickups,subscriptions}/**/*rules.test.ts',
      'contract/values/**/*.test.ts',
    ],
  },
});
