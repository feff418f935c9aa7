import { expect, it } from 'vitest';
import { undoneText } from '../stop/undo-button.tsx';
import { finishedText } from './finished-line.tsx';

it('finishedText counts done and incomplete stops, and leaves out what is zero', () => {
  expect(finishedText({ completed: 12, incomplete: 0 })).toBe('12 done');
  expect(finishedText({ completed: 12, incomplete: 1 })).toBe('12 done, 1 incomplete');
  expect(finishedText({ completed: 0, incomplete: 2 })).toBe('2 incomplete');
});

it('undoneText names the street of one stop and counts several', () => {
  const press = { pickupId: 'a', what: 'complete', pressKey: 'key' } as const;
  expect(undoneText({ street: '742 S 10th St', presses: [press] })).toBe('742 S 10th St is open again.');
  expect(undoneText({ street: null, presses: [press, press] })).toBe('2 stops are open again.');
});
