import { type Found, type FoundPerson, mostFound, shortestSearch } from '../../../contract/admin.ts';
import { personName } from '../../../contract/values/person-name.ts';
import type { Db } from '../../database/transaction.ts';
import { longestRun, readSearch } from '../../pickups/search-rules.ts';
import { findCustomers, findDrivers, findPickups, type PersonRow, type PickupRow } from './find.store.ts';

/** Finds people and pickups for the dispatcher. A text too short for the indexes finds drivers only. */
export async function findAnything(db: Db, text: string): Promise<Found> {
  const terms = readSearch(text);
  const isIndexed = terms.words.some((word) => longestRun(word) >= shortestSearch);
  const [customers, drivers, pickups] = await Promise.all([
    isIndexed ? findCustomers(db, terms, mostFound) : [],
    terms.words.length > 0 ? findDrivers(db, terms, mostFound) : [],
    terms.shortId || terms.id ? findPickups(db, terms, mostFound) : [],
  ]);
  return {
    customers: customers.map(presentPerson),
    pickups: pickups.map(presentPickup),
    drivers: drivers.map(presentPerson),
  };
}

function presentPerson(row: PersonRow): FoundPerson {
  const { id, username, email, phone, address } = row;
  return { id, name: personName(row), username, email, phone, address };
}

function presentPickup(row: PickupRow): Found['pickups'][number] {
  const { id, address, status, serviceType, scheduledDate, customer, driver } = row;
  return {
    ...{ id, address, status, serviceType },
    scheduledDate: scheduledDate?.toISOString() ?? null,
    customerName: personName(customer),
    driverName: driver && personName(driver),
  };
}
