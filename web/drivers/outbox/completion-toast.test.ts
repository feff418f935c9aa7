import { describe, expect, it } from 'vitest';
import type { Pickup } from '../../../contract/pickups.ts';
import { completionToast } from './completion-toast.ts';

const textOf = (completed: number, ignored: number, nextWeek: number) =>
  completionToast({
    completed,
    ignoredIds: Array.from({ length: ignored }, String),
    nextWeekPickups: Array.from({ length: nextWeek }, () => ({}) as Pickup),
  });

describe('completionToast', () => {
  it('counts what the server completed', () => {
    expect(textOf(3, 0, 0)).toEqual({
      title: 'Pickups Completed',
      description: 'Successfully completed 3 pickup(s)',
    });
    expect(textOf(3, 0, 2).description).toBe(
      'Successfully completed 3 pickup(s). Created 2 subscription pickup(s) for next week.',
    );
  });

  it('does not pass over what was ignored', () => {
    expect(textOf(2, 1, 0).description).toBe(
      'Successfully completed 2 pickup(s). 1 stop could not be completed: no longer on your route.',
    );
    expect(textOf(0, 2, 0)).toEqual({
      title: 'Error',
      description: '2 stops could not be completed: no longer on your route.',
      variant: 'destructive',
    });
  });

  it('takes a repeated completion for a success that changed nothing', () => {
    expect(textOf(0, 0, 0).title).toBe('Pickups Completed');
  });
});
