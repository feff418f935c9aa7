import type { Role } from '../../contract/accounts.ts';

/** An account without its secrets: what is never read can't leak. */
export interface UserRow {
  id: string;
  username: string;
  email: string;
  role: Role;
  firstName: string | null;
  lastName: string | null;
  phone: string | null;
  address: string | null;
  profileImageUrl: string | null;
  isActive: boolean;
  emailVerified: boolean;
  twoFactorEnabled: boolean;
  lastLoginAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}
