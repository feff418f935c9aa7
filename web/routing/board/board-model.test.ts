import { describe, expect, it } from 'vitest';
import type { BoardColumn, BoardStop, DayBoard } from '../../../contract/routing/day-board.ts';
import { mapOfBoard } from './board-map-stops.ts';
import { columnsOf, destinationOf, findStop, stopsOf, takesStops, unassignedKey, withMoved } from './board-model.ts';

function stop(id: string, part: Partial<BoardStop> = {}): BoardStop {
  return {
    ...{ id, address: `${id} Elm St`, bagCount: 4, status: 'assigned', customerName: id, amount: '30.00' },
    ...{
      serviceType: 'next-day',
      specialInstructions: null,
      routeOrder: 1,
      estimatedArrival: '2026-11-23T14:00:00.000Z',
    },
    ...{ isPinned: false, place: null, milesFromPrevious: null, customerId: 'c', firstName: null, lastName: null },
    ...{ username: id, phone: null, driverId: null, subscriptionId: null, pickupWindow: null, serviceMinutes: 5 },
    ...{ revision: 'r', ...part },
  } as BoardStop;
}

function column(driverId: string, stops: BoardStop[], part: Partial<BoardColumn> = {}): BoardColumn {
  const shift = { start: '07:00', end: '15:00', isOff: false, isException: false };
  const names = { driverUsername: driverId, driverFirstName: null, driverLastName: null };
  return {
    driverId,
    stops: stops.map((one) => ({ ...one, driverId })),
    isActive: true,
    shift,
    ...names,
    ...part,
  } as BoardColumn;
}

const board = {
  unassigned: [stop('u', { status: 'pending' })],
  columns: [
    column('maria', [stop('done', { status: 'completed' }), stop('a'), stop('b')], {
      driverFirstName: 'Maria',
      driverLastName: 'Lopez',
    }),
    column('sam', [stop('x')]),
  ],
} as unknown as DayBoard;

const layout = ({ unassigned, columns }: DayBoard) =>
  [unassigned, ...columns.map(({ stops }) => stops)].map((stops) => stops.map(({ id }) => id).join(' '));

it('puts the unassigned stops first, with names leading and resolved stops apart', () => {
  const views = columnsOf(board);
  expect(views.map(({ key, name }) => [key, name])).toEqual([
    [unassignedKey, 'Unassigned'],
    ['maria', 'Maria Lopez'],
    ['sam', 'sam'],
  ]);
  expect(views[1]?.resolved.map(({ id }) => id)).toEqual(['done']);
  expect(views[1]?.open.map(({ id }) => id)).toEqual(['a', 'b']);
});

it('gives no stops to drivers who are off or inactive', () => {
  const [maria] = board.columns;
  if (!maria) throw new Error('no column');
  expect(takesStops(maria)).toBe(true);
  expect(takesStops({ ...maria, isActive: false })).toBe(false);
  expect(takesStops({ ...maria, shift: { ...maria.shift, isOff: true } })).toBe(false);
});

describe('a move shows immediately', () => {
  it('at its position, pinned, in the order of the selection', () => {
    const after = withMoved(board, ['x', 'u'], { driverId: 'maria', position: 2 });
    expect(layout(after)).toEqual(['', 'done x u a b', '']);
    expect(after.columns[0]?.stops[2]).toMatchObject({ driverId: 'maria', status: 'assigned', isPinned: true });
  });

  it('within a column, counted without the moved stop', () => {
    expect(layout(withMoved(board, ['a'], { driverId: 'maria', position: 3 }))).toEqual(['u', 'done b a', 'x']);
  });

  it('last and unpinned without a position', () => {
    const after = withMoved(board, ['u'], { driverId: 'sam' });
    expect(layout(after)).toEqual(['', 'done a b', 'x u']);
    expect(after.columns[1]?.stops[1]).toMatchObject({ isPinned: false, routeOrder: null, estimatedArrival: null });
  });

  it('among the unassigned stops', () => {
    const after = withMoved(board, ['a', 'x'], { unassign: true });
    expect(layout(after)).toEqual(['u a x', 'done b', '']);
    expect(after.unassigned[1]).toMatchObject({ driverId: null, status: 'pending' });
  });

  it('by leaving the board for another date', () => {
    const to = { newDate: '2026-11-24', reason: null, shouldEmailCustomer: true };
    expect(layout(withMoved(board, ['u', 'b', 'gone'], to))).toEqual(['', 'done a', 'x']);
  });
});

describe('a drop', () => {
  const views = columnsOf(board);
  const [unassigned, maria, sam] = views;
  if (!unassigned || !maria || !sam) throw new Error('a column is missing');
  const named = (...ids: string[]) => stopsOf(views, new Set(ids));

  it('between rows gives a position after the resolved stops', () => {
    expect(destinationOf(maria, named('u'), 1)).toEqual({ driverId: 'maria', position: 3 });
    expect(destinationOf(maria, named('b'), 0)).toEqual({ driverId: 'maria', position: 2 });
    expect(destinationOf(maria, named('b'), 1)).toBe('nothing');
  });

  it('on a driver who is off is refused, except among the stops that are there', () => {
    const off = { ...maria, driver: maria.driver && { ...maria.driver, isActive: false } };
    expect(destinationOf(off, named('x'), 0)).toBe('refused');
    expect(destinationOf(off, named('b'), 0)).toEqual({ driverId: 'maria', position: 2 });
  });

  it("on a driver's head lets the server choose the place", () => {
    expect(destinationOf(maria, named('u'), 'best')).toEqual({ driverId: 'maria' });
    expect(destinationOf(maria, named('a', 'b'), 'best')).toBe('nothing');
  });

  it('on the unassigned stops unassigns', () => {
    expect(destinationOf(unassigned, named('u', 'x'), 0)).toEqual({ unassign: true });
    expect(destinationOf(unassigned, named('u'), 1)).toBe('nothing');
  });
});

it('finds stops by id, in the order of the board', () => {
  const views = columnsOf(board);
  expect(stopsOf(views, new Set(['x', 'b', 'u', 'done'])).map(({ id }) => id)).toEqual(['u', 'b', 'x']);
  expect(findStop(views, 'done')?.view.key).toBe('maria');
  expect(findStop(views, 'gone')).toBeNull();
});

describe('mapOfBoard', () => {
  it('numbers the stops as the columns do, names the driver, and keeps unassigned stops apart', () => {
    const planned = { ...board, columns: [...board.columns, column('zoe', [stop('n', { routeOrder: null })])] };
    const { routes, unassigned } = mapOfBoard({ ...planned, columns: [column('idle', []), ...planned.columns] });
    expect(
      routes.map(({ name, stops }) => [name, stops.map(({ id, number, status }) => `${id} ${number} ${status}`)]),
    ).toEqual([
      ['Maria Lopez', ['done 1 done', 'a 1 open', 'b 1 open']],
      ['sam', ['x 1 open']],
      ['zoe', ['n 1 open']],
    ]);
    expect(unassigned).toMatchObject([{ id: 'u', number: null, status: 'open' }]);
    // A driver without stops keeps a color.
    expect(routes[0]?.color).toBe(
      mapOfBoard({ ...board, columns: [column('x', [stop('x')]), ...board.columns] }).routes[1]?.color,
    );
  });
});
