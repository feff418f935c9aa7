import type { FastifyReply, FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../refusal.ts';
import { cutPage, maxCounted, readCursor, sendPageHeaders, writeCursor } from './paging.ts';

const position = { at: new Date('2026-03-08T06:59:59.123Z'), id: '0197a3f2-7c1e-7000-8000-0123456789ab' };

describe('cursors', () => {
  it('decode to the position that they encode', () => {
    expect(readCursor(writeCursor(position))).toEqual(position);
    expect(readCursor(undefined)).toBeUndefined();
  });

  it('are rejected with 400 when invalid', () => {
    const forged = [
      '',
      'x',
      '1.2',
      Buffer.from(`1; DROP TABLE users.${position.id}`).toString('base64url'),
      Buffer.from(`-5.${position.id}`).toString('base64url'),
      Buffer.from(`999999999999999.${position.id}`).toString('base64url'),
      Buffer.from('1770000000000.not-an-id').toString('base64url'),
    ];
    for (const cursor of forged) {
      expect(() => readCursor(cursor), cursor).toThrow(Refusal);
    }
  });
});

describe('pages', () => {
  const rows = ['a', 'b', 'c'];

  it('end at the limit, with the position of the last row when there are more', () => {
    const positionOf = (id: string) => ({ ...position, id });
    expect(cutPage(rows, 2, positionOf)).toEqual({ page: ['a', 'b'], next: { ...position, id: 'b' } });
    expect(cutPage(rows, 3, positionOf)).toEqual({ page: rows, next: undefined });
    expect(cutPage([], 3, positionOf)).toEqual({ page: [], next: undefined });
  });

  it('have headers with the total and the next page of the same search', () => {
    expect(headersOf('/api/list?q=a%26b&cursor=old', { total: 7, next: position })).toEqual({
      'x-total-count': 7,
      'x-total-count-exact': 'true',
      link: `</api/list?q=a%26b&cursor=${writeCursor(position)}>; rel="next"`,
    });
  });

  it('mark the total as inexact when counting stopped', () => {
    expect(headersOf('/api/list', { total: maxCounted, next: undefined })).toEqual({
      'x-total-count': 10_000,
      'x-total-count-exact': 'true',
    });
    expect(headersOf('/api/list', { total: maxCounted + 1, next: undefined })).toEqual({
      'x-total-count': 10_000,
      'x-total-count-exact': 'false',
    });
  });
});

it('say where counting stopped when it stopped earlier', () => {
  expect(headersOf('/api/list', { total: 1_001, next: undefined, countedTo: 1_000 })).toEqual({
    'x-total-count': 1_000,
    'x-total-count-exact': 'false',
  });
});

it('link to the page before as well, each without the cursor of this one', () => {
  const { link } = headersOf('/api/list?q=a&before=old', { total: 7, next: position, previous: position });
  const cursor = writeCursor(position);
  expect(link).toBe(`</api/list?q=a&cursor=${cursor}>; rel="next", </api/list?q=a&before=${cursor}>; rel="prev"`);
});

function headersOf(url: string, page: Parameters<typeof sendPageHeaders>[2]): Record<string, unknown> {
  const headers: Record<string, unknown> = {};
  const reply = {
    header: (name: string, value: unknown) => {
      headers[name] = value;
    },
  };
  sendPageHeaders(reply as unknown as FastifyReply, { url } as FastifyRequest, page);
  return headers;
}
