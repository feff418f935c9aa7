import { describe, expect, it } from 'vitest';
import type { Pickup } from '../../../contract/pickups.ts';
import { completionToast, refusalSentence } from './results.ts';

const textOf = (completed: number, ignored: number, nextWeek: number) =>
  completionToast({
    completed,
    ignored: Array.from({ length: ignored }, () => ({ number: null, address: null })),
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

  it('reports ignored stops', () => {
    expect(textOf(2, 1, 0).description).toBe(
      "Successfully completed 2 pickup(s). 1 stop couldn't be completed: no longer on your route.",
    );
    expect(textOf(0, 2, 0)).toEqual({
      title: 'Error',
      description: "2 stops couldn't be completed: no longer on your route.",
      variant: 'destructive',
    });
  });

  it('names the streets of ignored stops', () => {
    const at = (...streets: string[]) =>
      completionToast({
        ...{ completed: 0, nextWeekPickups: [] },
        ignored: streets.map((street, number) => ({ number, address: `${street}, Philadelphia, PA 19147` })),
      }).description;
    expect(at('742 S 10th St')).toBe("1 stop couldn't be completed: 742 S 10th St, no longer on your route.");
    expect(at('1 Elm St', '2 Elm St', '3 Elm St')).toBe(
      "3 stops couldn't be completed: 1 Elm St, 2 Elm St, 1 more, no longer on your route.",
    );
  });

  it('treats a repeated completion as a success that changed nothing', () => {
    expect(textOf(0, 0, 0).title).toBe('Pickups Completed');
  });
});

const place = { number: 12, address: '742 S 10th St, Philadelphia, PA 19147' };

describe('refusalSentence', () => {
  it('says which stop it was and what was not done', () => {
    expect(refusalSentence(place, { kind: 'complete' }, null)).toBe(
      "Stop 12, 742 S 10th St, was taken off your route. It wasn't completed.",
    );
    expect(refusalSentence({ ...place, number: null }, { kind: 'note', note: '' }, null)).toBe(
      "The stop at 742 S 10th St was taken off your route. Your note wasn't saved.",
    );
    expect(refusalSentence({ number: null, address: null }, { kind: 'complete' }, null)).toBe(
      "A stop was taken off your route. It wasn't completed.",
    );
  });

  it("includes the server's reason", () => {
    const photo = { kind: 'photo', moment: 'after', image: null, address: null } as const;
    expect(refusalSentence(place, photo, 'The photo is damaged')).toBe(
      "Stop 12, 742 S 10th St: The photo is damaged. Your photo wasn't saved.",
    );
  });

  it('says whose a stop is now that was taken away, and that the dispatcher knows', () => {
    expect(refusalSentence(place, { kind: 'complete' }, '742 S 10th St was given to another driver.')).toBe(
      '742 S 10th St was given to another driver. The dispatcher can see what you sent.',
    );
  });
});
