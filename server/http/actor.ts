import type { Role } from '../../contract/accounts.ts';

/** The signed-in person of a request. The role was read from the database for this very request. */
export interface Actor {
  readonly id: string;
  readonly username: string;
  readonly role: Role;
  /** Names the session, so that a password change can spare the one that asks for it. */
  readonly sid: string;
}
