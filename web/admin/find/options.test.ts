import { expect, it } from 'vitest';
import type { FoundPickup } from '../../../contract/admin.ts';
import { optionsOf, recentOptions, remember } from './options.ts';

const dana = {
  ...{ id: 'c1', name: 'Dana Whitfield', username: 'dana_w', email: 'dana@stoop.example' },
  ...{ phone: '(267) 555-0199', address: null },
};
const marcus = { ...dana, id: 'd1', name: 'marcus', username: 'marcus', phone: null };
const pickup: FoundPickup = {
  ...{
    id: '01a1fdf9-2b6e-7cc1-9d01-5f0e3f2a91bc',
    address: '5 Quince St',
    status: 'assigned',
    serviceType: 'same-day',
  },
  serviceType: 'same-day',
  ...{ scheduledDate: '2026-11-23T14:00:00.000Z', customerName: 'Dana Whitfield', driverName: 'Marcus Hill' },
};
const now = new Date('2026-11-22T17:00:00.000Z');

it('name people with the username second, and lead to their pages', () => {
  const [customer, driver] = optionsOf({ customers: [dana], pickups: [], drivers: [marcus] }, 'dana', now);
  expect(customer).toMatchObject({
    title: 'Dana Whitfield',
    mark: 'dana_w',
    detail: '(267) 555-0199 · dana@stoop.example',
    to: '/admin/customers/c1',
  });
  expect(driver).toMatchObject({ title: 'marcus', mark: '', to: '/admin/drivers', search: { driver: 'd1' } });
});

it('describe a pickup, and put it first for a text that starts with #', () => {
  const found = { customers: [dana], pickups: [pickup], drivers: [] };
  expect(optionsOf(found, '3f2a91bc', now).map(({ kind }) => kind)).toEqual(['customers', 'pickups']);
  expect(optionsOf(found, '#3f2a', now)[0]).toMatchObject({
    title: '5 Quince St',
    mark: '#3f2a91bc',
    detail: 'Scheduled · Tomorrow · Same-Day · Dana Whitfield · Marcus Hill',
    to: '/admin/requests',
    search: { pickup: pickup.id },
  });
});

it('remember the last six, each once', () => {
  const [first] = optionsOf({ customers: [dana], pickups: [], drivers: [] }, '', now);
  if (!first) throw new Error('there is one');
  for (const id of ['1', '2', '3', '4', '5', '6', '7', '3']) remember({ ...first, id });
  expect(recentOptions().map(({ id }) => id)).toEqual(['3', '7', '6', '5', '4', '2']);
});
