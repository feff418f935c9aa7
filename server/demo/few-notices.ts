import type { JobName, JobPayloads } from '../jobs/job-kinds.ts';
import type { Services } from '../services.ts';

/** What a driver finds under the bell on the demo's first day. */
const maxPerDriver = 3;

type Notice = JobPayloads['notify-person'];

/**
 * Services that email nobody, and notify each driver at most three times: weeks of made-up bookings would fill the bell with new
 * notices.
 */
export function withFewNotices(services: Services): Services {
  const { jobs } = services;
  const counts = new Map<string, number>();
  const isWanted = (name: JobName, payload: object) => {
    if (name !== 'notify-person') return true;
    const { userId, actionUrl } = payload as Notice;
    if (actionUrl !== '/driver') return true;
    const count = counts.get(userId) ?? 0;
    counts.set(userId, count + 1);
    return count < maxPerDriver;
  };
  const enqueue: typeof jobs.enqueue = async (trx, name, payload, options) => {
    if (isWanted(name, payload)) await jobs.enqueue(trx, name, payload, options);
  };
  const enqueueAll: typeof jobs.enqueueAll = async (trx, name, payloads) =>
    await jobs.enqueueAll(
      trx,
      name,
      payloads.filter((payload) => isWanted(name, payload)),
    );
  const messages = { ...services.messages, write: async () => {} };
  return { ...services, messages, jobs: { ...jobs, enqueue, enqueueAll } };
}
