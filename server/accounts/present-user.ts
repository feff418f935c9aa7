import type { z } from 'zod/mini';
import type { Member, User } from '../../contract/accounts.ts';
import type { UserRow } from './accounts.store.ts';
import { describeSubscription } from './rules.ts';

/** Returns an account as responses contain it. Only the fields listed here are sent. */
export function presentUser(row: UserRow): User {
  const { id, username, email, role, firstName, lastName, phone, address } = row;
  const { profileImageUrl, isActive, emailVerified, twoFactorEnabled } = row;
  return {
    ...{ id, username, email, role, firstName, lastName, phone, address },
    ...{ profileImageUrl, isActive, emailVerified, twoFactorEnabled },
    lastLoginAt: row.lastLoginAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** Returns a row of the admin's list of members. */
export function presentMember(
  row: UserRow,
  more: { totalPickups: number; subscriptionStatus: string | undefined },
): z.output<typeof Member> {
  const { id, username, email, firstName, lastName, role, createdAt, lastLoginAt } = presentUser(row);
  const { isActive, twoFactorEnabled } = row;
  return {
    ...{ id, username, email, firstName, lastName, role, createdAt, lastLoginAt, isActive, twoFactorEnabled },
    totalPickups: more.totalPickups,
    ...describeSubscription(more.subscriptionStatus),
  };
}
