/** What the service worker shows (web/push/worker). */
export interface Notice {
  readonly title: string;
  readonly body: string;
  /** A path of ours, as in `/pickup-history/…`. */
  readonly url: string;
  /** A notice replaces one of the same tag, on the screen and at the push service. */
  readonly tag: string;
}

/** More than any lock screen shows. Even in four bytes each they fit an encrypted message. */
const most = { title: 120, body: 600 };

/**
 * The message to the service worker, as JSON. `id` tells a repetition from a newer notice. Throws for a url that is not a path of
 * ours.
 */
export function payloadOf(id: string, { title, body, url, tag }: Notice): string {
  if (!/^\/(?![/\\])/.test(url)) throw new Error(`a push can't open ${url}`);
  return JSON.stringify({ id, title: cut(title, most.title), body: cut(body, most.body), url, tag });
}

function cut(text: string, length: number): string {
  const characters = [...text];
  return characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : text;
}
