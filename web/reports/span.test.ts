import { expect, it } from 'vitest';
import { readSpan } from './span.ts';

const today = '2026-11-23';

it('reads a preset, two days, and this month from anything else', () => {
  expect(readSpan({ span: 'last-week' }, today)).toEqual({
    preset: 'last-week',
    span: { from: '2026-11-16', to: '2026-11-22' },
    error: null,
  });
  expect(readSpan({ from: '2026-01-01', to: '2026-01-01' }, today)).toMatchObject({ preset: 'custom', error: null });
  for (const search of [{}, { span: 'never' }, { from: '2026-02-30', to: '2026-03-01' }, { from: '2026-02-01' }]) {
    expect(readSpan(search, today)).toMatchObject({ preset: 'this-month', span: { from: '2026-11-01' } });
  }
});

it('says why two days are not a span', () => {
  expect(readSpan({ from: '2026-02-02', to: '2026-02-01' }, today).error).toBe(
    'The first day must not be after the last day.',
  );
  expect(readSpan({ from: '2024-01-01', to: '2024-12-31' }, today).error).toBeNull();
  expect(readSpan({ from: '2025-01-01', to: '2026-01-02' }, today).error).toBe('A report covers at most 366 days.');
});
