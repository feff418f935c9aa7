/** A notice that the service worker shows (web/push/worker). */
export interface Notice {
  readonly title: string;
  readonly body: string;
  /** A path of our site, such as `/pickup-history/…`. */
  readonly url: string;
  /** A notice replaces an earlier one with the same tag, on the screen and at the push service. */
  readonly tag: string;
}

/**
 * The most characters, more than any lock screen shows. Even at four bytes per character they fit into an encrypted
 * message.
 */
const most = { title: 120, body: 600 };

/**
 * Returns the message to the service worker, as JSON. The `id` shows whether a notice is a repetition or a newer one.
 * Throws for a URL that isn't a path of our site.
 */
export function payloadOf(id: string, { title, body, url, tag }: Notice): string {
  if (!/^\/(?![/\\])/.test(url)) throw new Error(`a push can't open ${url}`);
  return JSON.stringify({ id, title: cut(title, most.title), body: cut(body, most.body), url, tag });
}

function cut(text: string, length: number): string {
  const characters = [...text];
  return characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : text;
}
