import type { Actor, Step } from '../actor.ts';
import { checkDay } from '../checks/check-day.ts';
import { checkHour } from '../checks/check-hour.ts';
import { atOf, dayOf, minuteMs } from '../new-york.ts';

/**
 * The jobs of the clock and the checks. Between two hours of quiet nothing can be due that the hour wouldn't find, so
 * the jobs of each minute run hourly, and besides right after the times that they exist for.
 */
export function hours(adminToken: () => string): Actor {
  return {
    name: 'hours',
    async wake(world) {
      const today = dayOf(world.nowMs());
      const startMs = world.nowMs();
      const schedule = async (): Promise<undefined> => await world.runSchedules().then(() => undefined);
      const steps: Step[] = ['17:01', '18:01'].map((time) => {
        return { atMs: atOf(today, time), what: 'jobs of the clock', run: schedule };
      });
      for (let hour = 0; hour < 24; hour += 1) {
        const atMs = startMs + (hour * 60 + 11) * minuteMs;
        const run = async (): Promise<undefined> => {
          await schedule();
          await checkHour(world, adminToken());
        };
        steps.push({ atMs, what: 'the hour', run });
      }
      const run = async (): Promise<undefined> => {
        await checkDay(world, adminToken(), today);
      };
      steps.push({ atMs: atOf(today, '23:50'), what: 'end of the day', run });
      return steps;
    },
  };
}
