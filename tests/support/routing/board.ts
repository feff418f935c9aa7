import type { Person } from '../accounts/people.ts';
import type { ApiResponse, TestApp } from '../app.ts';

interface Column {
  driverId: string;
  stops: { id: string; revision: string; isPinned: boolean; routeOrder: number | null }[];
}

/** Returns the calls of the day board, made by one dispatcher. */
export function boardOf(t: TestApp, admin: Person) {
  const read = async (date: string) => {
    const { status, body } = await t.call('GET', '/api/admin/board', { token: admin.token, query: { date } });
    if (status !== 200) throw new Error(`no board: ${status} ${JSON.stringify(body)}`);
    return body;
  };
  const columnOf = async (date: string, driver: Person): Promise<Column> =>
    (await read(date)).columns.find((column: Column) => column.driverId === driver.id);
  return {
    read,
    columnOf,
    /** Returns the ids of the stops in a driver's column, in order. */
    idsOf: async (date: string, driver: Person) => (await columnOf(date, driver)).stops.map(({ id }) => id),
    /** Returns these stops with the revisions that the board shows now. */
    chosen: async (date: string, ids: readonly string[]) => {
      const { unassigned, columns } = await read(date);
      const stops: Column['stops'] = [...unassigned, ...columns.flatMap((column: Column) => column.stops)];
      return ids.map((id) => ({ id, revision: stops.find((stop) => stop.id === id)?.revision ?? '' }));
    },
    move: (body: unknown): Promise<ApiResponse> =>
      t.call('POST', '/api/admin/board/move', { token: admin.token, body }),
    undo: (actionId: string): Promise<ApiResponse> =>
      t.call('POST', '/api/admin/board/undo', { token: admin.token, body: { actionId } }),
    setDay: (driver: Person, date: string, body: unknown): Promise<ApiResponse> =>
      t.call('PUT', `/api/admin/drivers/${driver.id}/days/${date}`, { token: admin.token, body }),
  };
}
