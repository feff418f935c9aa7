/**
 * What an account is after its customer has deleted it: its rows stay for the books, without the person (ACC-89). The name makes
 * every screen of staff say so.
 */

export const deletedName = { firstName: 'Deleted', lastName: 'customer' } as const;

const deletedDomain = '@deleted.invalid';

/** The username and email that take the place of the customer's own, which are free again. */
export function deletedNamesOf(userId: string): { username: string; email: string } {
  const username = `deleted-${userId.slice(-12)}`;
  return { username, email: `${username}${deletedDomain}` };
}

/** Whether an address is that of a deleted account. Nobody reads it, so nothing is sent there. */
export function isDeletedEmail(email: string): boolean {
  return email.endsWith(deletedDomain);
}

/** An address as staff sees it: null for a deleted account. */
export function shownEmail(email: string | null): string | null {
  return email !== null && isDeletedEmail(email) ? null : email;
}
