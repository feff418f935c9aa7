import type { z } from 'zod/mini';
import type { Member, User } from '../../contract/accounts.ts';
import { describeSubscription } from './rules.ts';
import type { UserRow } from './store.ts';

/** An account for the API. Only the fields listed here are sent. */
export function presentUser(row: UserRow): User {
  return {
    id: row.id,
    username: row.username,
    email: row.email,
    role: row.role,
    firstName: row.firstName,
    lastName: row.lastName,
    phone: row.phone,
    address: row.address,
    profileImageUrl: row.profileImageUrl,
    isActive: row.isActive,
    emailVerified: row.emailVerified,
    twoFactorEnabled: row.twoFactorEnabled,
    lastLoginAt: row.lastLoginAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** A row of the admin's list of members. */
export function presentMember(
  row: UserRow,
  more: { totalPickups: number; subscriptionStatus: string | undefined },
): z.output<typeof Member> {
  return {
    id: row.id,
    username: row.username,
    email: row.email,
    firstName: row.firstName,
    lastName: row.lastName,
    role: row.role,
    createdAt: row.createdAt.toISOString(),
    lastLoginAt: row.lastLoginAt?.toISOString() ?? null,
    totalPickups: more.totalPickups,
    ...describeSubscription(more.subscriptionStatus),
  };
}
