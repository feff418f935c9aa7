import { expect, it } from 'vitest';
import { driverOptionsOf } from './driver-label.ts';

it('names a driver by the username only where two share a name', () => {
  const marcus = { id: '1', firstName: 'Marcus', lastName: 'Hill', username: 'marcus' };
  const drivers = [marcus, { ...marcus, id: '2', username: 'marcus2' }, { ...marcus, id: '3', firstName: 'Ana' }];
  expect(driverOptionsOf(drivers).map(({ label }) => label)).toEqual([
    ...['Marcus Hill (marcus)', 'Marcus Hill (marcus2)', 'Ana Hill'],
  ]);
});
