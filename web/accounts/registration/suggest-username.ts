/** Limits of a username (ACC-15). */
const minLength = 3;
const maxLength = 30;

/**
 * Suggests a username for an email address that is being typed: "dana.walker@stoop.example" → "dana-walker". Returns ''
 * until the address has its @, or if no valid username can be made of it.
 */
export function suggestUsername(email: string): string {
  const [before = '', domain] = email.trim().toLowerCase().split('@');
  if (domain === undefined) return '';
  // A username can't contain a +. In an email alias, the part before the + names the person.
  const name = plain(before.replace(/\+.*/, ''));
  return name.length < minLength ? '' : name;
}

/** Reduces a text to the characters and the length that a username may have, without 'admin' in it. */
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

/** Repeats, because removing one 'admin' may join another: "adadminmin". */
function withoutAdmin(text: string): string {
  return text.includes('admin') ? withoutAdmin(text.replaceAll('admin', '')) : text;
}
