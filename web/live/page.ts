/** The live page's whole script, inlined: shows the day of the pickup that the URL names, and keeps it up to date. */
import type { LiveDay } from '../../contract/pickups/live.ts';
import { formatDateKey } from '../../contract/values/time/dates.ts';
import { liveWords } from './live-words.ts';
import { watchDay } from './watch-day.ts';

const path = `/api/live/${location.pathname.split('/')[2]}`;

const part = (name: string) => document.getElementById(`live-${name}`) as HTMLElement;

const written = new Map<string, string>();

function write(name: string, text: string): void {
  // Screen readers announce a status whenever it is written, so it is written only when it changes. A translator may have
  // rewritten what the page shows.
  if (written.get(name) === text) return;
  written.set(name, text);
  part(name).textContent = text;
}

function show(day: LiveDay): void {
  const { title, text } = liveWords(day);
  // If the title is the day, the day isn't repeated.
  const date = day.day && day.state !== 'planned' && day.state !== 'moved' ? formatDateKey(day.day, 'long') : '';
  write('when', [date, day.area].filter(Boolean).join(' · '));
  write('title', title);
  write('text', text);
  const account = part('account') as HTMLAnchorElement;
  account.href = `/pickup-history/${day.pickupId}`;
  account.hidden = false;
  showPhoto(day.photo);
}

function showPhoto(photo: LiveDay['photo']): void {
  const image = part('photo') as HTMLImageElement;
  part('proof').hidden = photo === null;
  if (!photo) return;
  const address = `${path}/photos/${photo.moment}?v=${photo.version}`;
  if (image.getAttribute('src') !== address) image.src = address;
}

function showEnd(): void {
  write('when', '');
  write('title', 'This link has ended');
  write('text', 'Links in our messages work until noon on the day after the pickup. Sign in to see your pickups.');
  write('note', '');
  showPhoto(null);
  const account = part('account') as HTMLAnchorElement;
  account.href = '/dashboard';
  account.hidden = false;
}

watchDay(
  {
    open: async (signal) => {
      const response = await fetch(`${path}/events`, { signal });
      if (!response.ok) throw new Error(`${response.status}`);
      return response;
    },
    read: async () => {
      const response = await fetch(path, { signal: AbortSignal.timeout(20_000) });
      if (response.status === 404) return null;
      if (!response.ok) throw new Error(`${response.status}`);
      return (await response.json()) as LiveDay;
    },
  },
  {
    onDay: show,
    onEnd: showEnd,
    onReached: (isReached) =>
      write('note', isReached ? 'This page updates automatically.' : "We can't reach the server. We'll keep trying."),
  },
);
