import { cpuTimeMs } from '../../server/routing/solver/search-limit.ts';

/**
 * Loaded into a server before its own code (`measureTurns` of server-process.ts). Between the messages `begin` and
 * `end` it measures how long each turn of the event loop computes, and sends the longest.
 */

/** A turn begins at most this long after the timer is due. */
const resolutionMs = 1;

/** What a server computed while it was measured, in milliseconds of its main thread's processor time. */
export interface MeasuredTurns {
  readonly longestMs: number;
  readonly totalMs: number;
}

let timer: NodeJS.Timeout | undefined;
let longestMs = 0;
let startedMs = 0;

process.on('message', (message) => {
  clearInterval(timer);
  if (message === 'begin') begin();
  else process.send?.({ longestMs, totalMs: cpuTimeMs() - startedMs } satisfies MeasuredTurns);
});
// The channel alone doesn't keep the server running.
process.channel?.unref();

function begin(): void {
  longestMs = 0;
  startedMs = cpuTimeMs();
  let last = startedMs;
  timer = setInterval(() => {
    const now = cpuTimeMs();
    longestMs = Math.max(longestMs, now - last);
    last = now;
  }, resolutionMs);
  process.send?.('measuring');
}
