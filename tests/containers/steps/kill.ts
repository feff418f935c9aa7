import { SiteLoad } from '../load.ts';
import { untilAnswering } from '../visitor.ts';
import type { Step } from './step.ts';

const requestsBetween = 1_000;

export const kill: Step = {
  name: 'kill',
  shows: 'Killed under load, an instance and the database come back by themselves, and nothing acknowledged is lost.',
  async play({ site, say }) {
    const faults: [what: string, command: string][] = [
      // Everything in the container but its first process, which Docker itself would not start again after `docker kill`.
      ['kill -9 of one instance', `docker compose exec app-1 sh -c 'kill -9 -1' || true`],
      ['a restart of the database', 'docker compose restart postgres'],
      ['kill -9 of the database', 'docker compose kill -s KILL postgres && docker compose start postgres'],
    ];
    const load = await SiteLoad.start();
    try {
      let wanted = 0;
      for (const [what, command] of faults) {
        wanted += requestsBetween;
        await load.untilSent(wanted);
        await site.run(command);
        const seconds = await untilAnswering();
        for (const service of ['app-1', 'app-2', 'postgres']) await site.untilHealthy(service);
        say(`After ${what}: answers after ${seconds} s, healthy again.`);
      }
      await load.untilSent(wanted + requestsBetween);
    } finally {
      await load.stop();
    }
    say(await load.stop());
    say(`${await load.requireAcknowledged()} acknowledged bookings are stored.`);
  },
};
