/**
 * An account that its customer has deleted. Its rows stay for the books, without personal data (ACC-89). Staff see from
 * its name that it was deleted.
 */

export const deletedName = { firstName: 'Deleted', lastName: 'customer' } as const;

const deletedDomain = '@deleted.invalid';

/** Returns the username and email that replace the customer's own, which become free again. */
export function deletedNamesOf(userId: string): { username: string; email: string } {
  const username = `deleted-${userId.slice(-12)}`;
  return { username, email: `${username}${deletedDomain}` };
}

/** Returns true if an email address belongs to a deleted account. Nothing is sent to it, because nobody reads it. */
export function isDeletedEmail(email: string): boolean {
  return email.endsWith(deletedDomain);
}

/** Returns an email address as staff sees it: null for a deleted account. */
export function shownEmail(email: string | null): string | null {
  return email !== null && isDeletedEmail(email) ? null : email;
}
