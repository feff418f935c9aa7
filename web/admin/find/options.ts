import type { Found, FoundPerson, FoundPickup } from '../../../contract/admin.ts';
import { statusLabels } from '../../../contract/pickups.ts';
import type { SearchParams } from '../../api/search-params.ts';
import { instantDayText, serviceTypeText } from '../../pickups/pickup-words.ts';
import { shortIdOf } from '../../pickups/requests/words.ts';

export type FoundKind = keyof Found;

/** One line of Find: its texts, and the page that it opens. */
export interface FindOption {
  readonly kind: FoundKind;
  readonly id: string;
  readonly title: string;
  /** The username or the short id, in muted text. */
  readonly mark: string;
  readonly detail: string;
  readonly to: string;
  readonly search: SearchParams;
}

export const kindLabels: Record<FoundKind, string> = { customers: 'Customers', pickups: 'Pickups', drivers: 'Drivers' };

/** Returns the options in the order shown: people first, or pickups first if the text is a pickup's #id. */
export function optionsOf(found: Found, text: string, now: Date): FindOption[] {
  const people = [...found.customers.map(customerOption), ...found.drivers.map(driverOption)];
  const pickups = found.pickups.map((pickup) => pickupOption(pickup, now));
  return text.startsWith('#') ? [...pickups, ...people] : [...people, ...pickups];
}

function customerOption(person: FoundPerson): FindOption {
  const { id } = person;
  return { kind: 'customers', id, ...personWords(person), to: `/admin/customers/${id}`, search: {} };
}

function driverOption(person: FoundPerson): FindOption {
  const { id } = person;
  return { kind: 'drivers', id, ...personWords(person), to: '/admin/drivers', search: { driver: id } };
}

function personWords({ name, username, phone, address, email }: FoundPerson) {
  return {
    title: name,
    mark: username === name ? '' : username,
    detail: [phone, address, email].filter(Boolean).join(' · '),
  };
}

function pickupOption(pickup: FoundPickup, now: Date): FindOption {
  const { id, address, status, serviceType, scheduledDate, customerName, driverName } = pickup;
  const day = instantDayText(scheduledDate, now, 'No date');
  const words = [statusLabels[status], day, serviceTypeText(serviceType), customerName, driverName];
  return {
    kind: 'pickups',
    id,
    title: address,
    mark: shortIdOf(id),
    detail: words.filter(Boolean).join(' · '),
    to: '/admin/requests',
    search: { pickup: id },
  };
}

const maxRecent = 6;

/** The options opened last, the newest first. Only in memory, so that no customer's name stays on the computer. */
let recent: readonly FindOption[] = [];

export const recentOptions = () => recent;

export function remember(option: FindOption): void {
  recent = [option, ...recent.filter(({ id }) => id !== option.id)].slice(0, maxRecent);
}
