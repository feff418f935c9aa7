import type { LiveDay } from '../../contract/pickups/live.ts';

/** Keeps a page up to date with the day of a pickup: with a stream, or with polling if no stream gets through. */

interface DaySource {
  /** Opens the stream of events. Rejects when the server refuses it. */
  readonly open: (signal: AbortSignal) => Promise<Response>;
  /** Reads the day once. Returns null when it no longer exists. */
  readonly read: () => Promise<LiveDay | null>;
}

interface DayPage {
  readonly onDay: (day: LiveDay) => void;
  /** Called when the link has ended. Nothing more is read. */
  readonly onEnd?: () => void;
  /** Called after each try, with true if the server was reached. */
  readonly onReached?: (isReached: boolean) => void;
}

/**
 * How long to wait for the first event, which comes with the response. A proxy that holds back this event would hold
 * back all others.
 */
const firstEventMs = 10_000;
/** How long a stream may be silent: more than two heartbeats of the server. */
const silenceMs = 40_000;
const shortestPauseMs = 1_000;
/** The same interval as for the lists of pickups. */
const longestPauseMs = 20_000;

/** Shows the day now and whenever it changes, while the page is visible. Returns a function that stops it. */
export function watchDay(source: DaySource, page: DayPage): () => void {
  const stop = new AbortController();
  void run(source, page, stop.signal);
  return () => stop.abort();
}

async function run(source: DaySource, page: DayPage, stopped: AbortSignal): Promise<void> {
  let pauseMs = shortestPauseMs;
  for (;;) {
    await untilVisible(stopped);
    if (stopped.aborted) return;
    const hadEvents = await readStream(source, page, stopped).catch(() => false);
    if (stopped.aborted) return;
    if (!document.hidden) {
      const day = await source.read().catch(() => undefined);
      if (stopped.aborted) return;
      if (day === null) return page.onEnd?.();
      page.onReached?.(day !== undefined);
      if (day) page.onDay(day);
    }
    pauseMs = hadEvents ? shortestPauseMs : Math.min(pauseMs * 2, longestPauseMs);
    // Randomized, so that pages that lost the same server don't all reconnect at the same moment.
    await pause(pauseMs * (0.75 + Math.random() / 2), stopped);
  }
}

/** Reads a stream to its end. Returns true if any event arrived. Rejects when the server refuses the stream. */
async function readStream(source: DaySource, page: DayPage, stopped: AbortSignal): Promise<boolean> {
  const connection = new AbortController();
  const abort = () => connection.abort();
  const onHidden = () => document.hidden && abort();
  let timer = setTimeout(abort, firstEventMs);
  stopped.addEventListener('abort', abort);
  document.addEventListener('visibilitychange', onHidden);
  let hadEvents = false;
  try {
    const { body } = await source.open(connection.signal);
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: '' };
      if (done) return hadEvents;
      text += value;
      const events = text.split('\n\n');
      text = events.pop() ?? '';
      for (const event of events.filter((one) => one.startsWith('data: '))) {
        page.onDay(JSON.parse(event.slice('data: '.length)) as LiveDay);
        if (!hadEvents) page.onReached?.(true);
        hadEvents = true;
      }
      if (!hadEvents) continue;
      clearTimeout(timer);
      timer = setTimeout(abort, silenceMs);
    }
  } catch (error) {
    if (!hadEvents) throw error;
    return true;
  } finally {
    clearTimeout(timer);
    abort();
    stopped.removeEventListener('abort', abort);
    document.removeEventListener('visibilitychange', onHidden);
  }
}

/** Waits until the page is visible, because a hidden page needs no stream. */
async function untilVisible(stopped: AbortSignal): Promise<void> {
  while (document.hidden && !stopped.aborted) {
    await new Promise<void>((resolve) => {
      document.addEventListener('visibilitychange', () => resolve(), { once: true, signal: stopped });
      stopped.addEventListener('abort', () => resolve(), { once: true });
    });
  }
}

async function pause(ms: number, stopped: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      stopped.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    stopped.addEventListener('abort', end);
  });
}
