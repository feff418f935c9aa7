/** Limits of a username (ACC-15). */
const minLength = 3;
const maxLength = 30;

/**
 * Suggests a username for an email address that is being typed: "dana.walker@stoop.example" → "dana-walker". Empty until the
 * address has its @, and when no valid username can be made of it.
 */
export function suggestUsername(email: string): string {
  const [before = '', domain] = email.trim().toLowerCase().split('@');
  if (domain === undefined) return '';
  // An alias with + is refused anyway. The part before the + names the person.
  const name = plain(before.replace(/\+.*/, ''));
  return name.length < minLength ? '' : name;
}

/** Only what a username may hold, without 'admin' in it, at most as long as it may be. */
function plain(text: string): string {
  const kept = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^a-z0-9_-]+/g, '-');
  const named = withoutAdmin(kept).replace(/-{2,}/g, '-');
  return named
    .replace(/^[-_]+/, '')
    .slice(0, maxLength)
    .replace(/[-_]+$/, '');
}

/** Taking it out once may join another one: "adadminmin". */
function withoutAdmin(text: string): string {
  return text.includes('admin') ? withoutAdmin(text.replaceAll('admin', '')) : text;
}
