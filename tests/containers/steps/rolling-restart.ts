import { SiteLoad } from '../load.ts';
import type { Step } from './step.ts';

/** The load goes on until this many requests, with the restarts in its middle. */
const leastRequests = 10_000;
const before = 1_000;

export const rollingRestart: Step = {
  name: 'restart',
  shows: 'A restart of one instance after the other under load fails no request.',
  async play({ site, say }) {
    const load = await SiteLoad.start();
    try {
      await load.untilSent(before);
      for (const service of ['app-1', 'app-2']) {
        await site.runDocumented(`docker compose restart ${service}`);
        await site.untilHealthy(service);
      }
      await load.untilSent(leastRequests);
    } finally {
      await load.stop();
    }
    say(await load.stop());
    load.requireNoFailure();
    say(`${await load.requireAcknowledged()} acknowledged bookings are stored.`);
  },
};
