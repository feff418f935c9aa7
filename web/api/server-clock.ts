import { type DateKey, dateKeyOf, instantOf, wallTimeOf } from '../../contract/values/time/dates.ts';
import { lasting } from './storage.ts';

/**
 * The server's clock, as this page knows it. It decides every date that the app shows, offers or sends, because the
 * device's clock may be a day off. Every fresh response brings the server's time in its `Date` header. Between
 * responses, and offline, it is the last known time plus the time since, measured on the device.
 */

/** The server's time and the device's two clocks at the same moment. */
interface Reading {
  readonly serverMs: number;
  /** The device's wall clock, which people and networks set. */
  readonly deviceMs: number;
  /** `performance.now()`, which nobody sets; null if another page took the reading. */
  readonly pageMs: number | null;
}

const storageKey = 'stoop.serverClock';

/** A wall clock that moved back this little was corrected, and not set to another time. */
const correctionMs = 60_000;
/** A reading is too old after this time: the device's clock may have been set in between. */
const longestMs = 36 * 60 * 60_000;

let reading: Reading | null = readStored();
const listeners = new Set<() => void>();

/** Returns the server's time. Returns the device's if none is known, as before the first response. */
export function serverNow(): Date {
  return new Date(knownMs() ?? Date.now());
}

/** Returns the server's time in ms since 1970, for the time that is left until an instant that the server named. */
export function serverNowMs(): number {
  return serverNow().getTime();
}

/** Returns today, the New York date of the server's time. */
export function serverToday(): DateKey {
  return dateKeyOf(serverNow());
}

/**
 * Returns false if the server's time can't be told: none was ever read here, the last one is more than 36 hours old, or
 * the device's clock has been set back since.
 */
export function isServerTimeKnown(): boolean {
  return knownMs() !== null;
}

/** Returns the New York date of the last known time, however old it is; null if there is none. */
export function lastKnownDay(): DateKey | null {
  return reading && dateKeyOf(new Date(reading.serverMs));
}

/** Returns how far the device's clock is ahead of the server's, in ms; negative if it is behind, null if unknown. */
export function deviceAheadMs(): number | null {
  const ms = knownMs();
  return ms === null ? null : Date.now() - ms;
}

/** Converts a time of the device's clock, in ms, to the server's. */
export function toServerMs(deviceMs: number): number {
  return deviceMs - (deviceAheadMs() ?? 0);
}

/** Converts a time of the server's clock, in ms, to the device's. */
export function toDeviceMs(serverMs: number): number {
  return serverMs + (deviceAheadMs() ?? 0);
}

/**
 * Takes the server's time from a response that has just arrived. Ignores a response that the browser may have kept
 * without asking the server, because its date is old.
 */
export function readServerTime(headers: Headers): void {
  const sentMs = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(sentMs) || !/\bno-(cache|store)\b/.test(headers.get('cache-control') ?? '')) return;
  const expectedMs = knownMs();
  // The header has whole seconds and a slow response is old when it arrives, so the latest time is the best one.
  const isLate = expectedMs !== null && sentMs < expectedMs && expectedMs - sentMs < correctionMs;
  setReading(isLate ? expectedMs : sentMs);
}

/** Sets today to the day that a person chose, at the device's time of day. The next response replaces it. */
export function setToday(day: DateKey): void {
  setReading(instantOf(day, wallTimeOf(new Date(Date.now()))).getTime());
}

/** Calls the listener whenever the clock is set. Returns a function that stops it. */
export function subscribeToServerClock(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function setReading(serverMs: number): void {
  reading = { serverMs, deviceMs: Date.now(), pageMs: performance.now() };
  lasting.set(storageKey, JSON.stringify({ serverMs, deviceMs: reading.deviceMs }));
  for (const listener of listeners) listener();
}

function knownMs(): number | null {
  if (reading === null) return null;
  const wallMs = Date.now() - reading.deviceMs;
  // `performance.now()` may stop while the device sleeps, so it only tells the shortest time that has passed.
  const passedMs = reading.pageMs === null ? wallMs : Math.max(wallMs, performance.now() - reading.pageMs);
  return passedMs < -correctionMs || passedMs > longestMs ? null : reading.serverMs + Math.max(0, passedMs);
}

/** Returns the reading that the last page stored. */
function readStored(): Reading | null {
  try {
    const { serverMs, deviceMs } = JSON.parse(lasting.get(storageKey) ?? '{}') as Partial<Reading>;
    const isWhole = Number.isFinite(serverMs) && Number.isFinite(deviceMs);
    return isWhole ? { serverMs: Number(serverMs), deviceMs: Number(deviceMs), pageMs: null } : null;
  } catch {
    return null;
  }
}
