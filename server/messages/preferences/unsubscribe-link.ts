import { createHmac } from 'node:crypto';
import { type PreferenceGroup, preferenceGroups } from '../../../contract/messages/preferences.ts';
import { isSameSecret } from '../../same-secret.ts';
import type { Services } from '../../services.ts';
import { readLinkSecret } from './preferences.store.ts';

/** The group of emails that a link stops, and their recipient. */
export interface Unsubscribing {
  readonly group: PreferenceGroup;
  readonly userId: string;
}

type LinkServices = Pick<Services, 'db' | 'settings'>;

/**
 * Returns the link at the end of an email that its recipient may stop. It works without signing in and doesn't expire.
 * It is signed with a key of the server, and changes nothing but this choice.
 */
export async function unsubscribeUrlOf({ db, settings }: LinkServices, what: Unsubscribing): Promise<string> {
  const token = `${what.group}.${what.userId}.${sign(what, await readLinkSecret(db))}`;
  return `${settings.appUrl}/unsubscribe?token=${token}`;
}

/** Reads the group and the recipient from a link's token; undefined when our signature isn't on it. */
export async function readUnsubscribeToken(
  { db }: Pick<LinkServices, 'db'>,
  token: string,
): Promise<Unsubscribing | undefined> {
  const [, name, userId = '', signature = ''] = /^([a-z-]+)\.([0-9a-f-]{36})\.([\w-]{43})$/.exec(token) ?? [];
  const group = preferenceGroups.find((each) => each === name);
  if (group === undefined) return undefined;
  const right = sign({ group, userId }, await readLinkSecret(db));
  return isSameSecret(signature, right) ? { group, userId } : undefined;
}

function sign({ group, userId }: Unsubscribing, secret: string): string {
  return createHmac('sha256', secret).update(`${group} ${userId}`).digest('base64url');
}
