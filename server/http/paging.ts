import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../refusal.ts';

/** The end of a list's page: the instant that orders the list, and the id that breaks ties. */
export interface Position {
  readonly at: Date;
  readonly id: string;
}

/** Lists are counted only up to this number, so that no poll counts a million rows. */
export const maxCounted = 10_000;
/** The same limit for a search, or for a filter that no index can count, because these read the rows themselves. */
export const maxCountedRows = 1_000;

const cursorPattern = /^(\d{1,15})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Parses a cursor of `writeCursor`; undefined stays undefined. Throws a 400 Refusal for anything else. */
export function readCursor(cursor: string | undefined): Position | undefined {
  if (cursor === undefined) return undefined;
  const [, milliseconds, id] = cursorPattern.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  const at = new Date(Number(milliseconds));
  if (id === undefined || at.getTime() > latestInstantMs) {
    throw new Refusal(400, 'This page no longer exists. Please start from the first page.', {
      errors: { cursor: 'This page no longer exists. Please start from the first page.' },
    });
  }
  return { at, id };
}

/** The year 9999, which both JavaScript and PostgreSQL can represent. */
const latestInstantMs = Date.UTC(9999, 11, 31);

/** Encodes a position as the opaque text that a client sends to get the next page. */
export function writeCursor(position: Position): string {
  return Buffer.from(`${position.at.getTime()}.${position.id}`, 'latin1').toString('base64url');
}

/**
 * Splits the rows that a store read, which may be one more than the limit, into the page and the position where the
 * next page starts.
 */
export function cutPage<Row>(
  rows: readonly Row[],
  limit: number,
  positionOf: (row: Row) => Position,
): { page: Row[]; next: Position | undefined } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { page, next: rows.length > limit && last !== undefined ? positionOf(last) : undefined };
}

interface PageFacts {
  total: number;
  next: Position | undefined;
  previous?: Position | undefined;
  countedTo?: number;
}

/**
 * Sets the headers with the number of rows, the next page, and the previous one if the list can go back. A `total`
 * above `countedTo` means that counting stopped there: the header then says `countedTo`, marked as inexact.
 */
export function sendPageHeaders(
  reply: FastifyReply,
  request: FastifyRequest,
  { total, next, previous, countedTo = maxCounted }: PageFacts,
): void {
  reply.header('x-total-count', Math.min(total, countedTo));
  reply.header('x-total-count-exact', String(total <= countedTo));
  const links = [
    ...(next ? [`<${pageAddress(request, 'cursor', next)}>; rel="next"`] : []),
    ...(previous ? [`<${pageAddress(request, 'before', previous)}>; rel="prev"`] : []),
  ];
  if (links.length > 0) reply.header('link', links.join(', '));
}

/** Returns the request's URL with the cursor of another page, and the same search and filters. */
function pageAddress(request: FastifyRequest, name: 'cursor' | 'before', position: Position): string {
  const address = new URL(request.url, 'http://localhost');
  address.searchParams.delete('cursor');
  address.searchParams.delete('before');
  address.searchParams.set(name, writeCursor(position));
  return `${address.pathname}${address.search}`;
}

/**
 * Parses a list filter: names separated by commas. Returns [], which means no filter, for `all` or no text. Throws a
 * 400 Refusal for an unknown name; `what` is the filter's name in the message, such as 'status'.
 */
export function readNames<Name extends string>(text: string | undefined, known: readonly Name[], what: string): Name[] {
  if (!text || text === 'all') return [];
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !known.includes(name as Name));
  if (unknown !== undefined) throw new Refusal(400, `There is no ${what} '${unknown.slice(0, 30)}'.`);
  return [...new Set(names as Name[])];
}
