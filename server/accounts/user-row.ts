import type { Role } from '../../contract/accounts.ts';

/** An account as the feature reads it. Secrets are not among the columns: what is never read cannot leak. */
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
