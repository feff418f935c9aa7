import type { Role } from '../../contract/accounts.ts';

/** The signed-in user of a request, with the role read from the database for this request. */
export interface Actor {
  readonly id: string;
  readonly username: string;
  readonly role: Role;
  /** Identifies the session, so that a password change can keep the caller signed in. */
  readonly sid: string;
}
