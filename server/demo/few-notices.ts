import type { Notice } from '../notifications/notice.ts';
import type { Services } from '../services.ts';

/** The most notices that the demo adds to a driver's bell. */
const maxPerDriver = 3;

/**
 * Returns services that send customers no messages and give each driver at most three notices. Otherwise weeks of
 * made-up bookings would fill the bell.
 */
export function withFewNotices(services: Services): Services {
  const { messages } = services;
  const counts = new Map<string, number>();
  const isWanted = ({ userId, actionUrl }: Notice) => {
    if (actionUrl !== '/driver') return true;
    const count = counts.get(userId) ?? 0;
    counts.set(userId, count + 1);
    return count < maxPerDriver;
  };
  const notify: typeof messages.notify = async (own, trx, notices) =>
    await messages.notify(own, trx, notices.filter(isWanted));
  return { ...services, messages: { ...messages, write: async () => {}, notify } };
}
