import type { Role } from '../../../contract/accounts.ts';

/** What the kinds of account are called. */
export const accountTypes: Record<Role, string> = { customer: 'Customer', driver: 'Driver', admin: 'Admin' };
