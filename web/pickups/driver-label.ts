import type { User } from '../../contract/accounts.ts';
import { personName } from '../../contract/values/person-name.ts';
import { groupBy } from '../ui/group-by.ts';

type Driver = Pick<User, 'id' | 'firstName' | 'lastName' | 'username'>;

/** "Marcus Hill (marcus)": two drivers may share a name, never a username. */
export function driverLabelOf(driver: Omit<Driver, 'id'>): string {
  const name = personName(driver);
  return name === driver.username ? name : `${name} (${driver.username})`;
}

/** Returns the drivers as options of a select, with the username only if two share a name. */
export function driverOptionsOf(drivers: readonly Driver[]): { id: string; label: string }[] {
  const byName = groupBy(drivers, personName);
  return drivers.map((driver) => ({
    id: driver.id,
    label: (byName.get(personName(driver))?.length ?? 0) > 1 ? driverLabelOf(driver) : personName(driver),
  }));
}
