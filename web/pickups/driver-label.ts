import type { User } from '../../contract/accounts.ts';

/** "Marcus Hill (marcus)": two drivers may share a name, never a username. */
export function driverLabelOf(driver: Pick<User, 'firstName' | 'lastName' | 'username'>): string {
  const name = [driver.firstName, driver.lastName].filter(Boolean).join(' ');
  return name ? `${name} (${driver.username})` : driver.username;
}
