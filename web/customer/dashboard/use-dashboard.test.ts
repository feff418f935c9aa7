import { expect, test } from 'vitest';
import type { Pickup } from '../../../contract/pickups.ts';
import { latestCompleted } from './use-dashboard.ts';

const pickup = (id: string, scheduledDate: string, completedAt: string | null) =>
  ({ id, scheduledDate, completedAt }) as Pickup;

test('returns the three completed last, including an overdue one', () => {
  const listed = [
    pickup('friday', '2026-11-20T14:00:00.000Z', '2026-11-20T15:00:00.000Z'),
    pickup('thursday', '2026-11-19T14:00:00.000Z', '2026-11-19T15:00:00.000Z'),
    pickup('wednesday', '2026-11-18T14:00:00.000Z', null),
    pickup('overdue', '2026-11-10T14:00:00.000Z', '2026-11-21T12:00:00.000Z'),
  ];
  expect(latestCompleted(listed).map(({ id }) => id)).toEqual(['overdue', 'friday', 'thursday']);
  expect(listed[0]?.id).toBe('friday');
});
