import { describe, expect, it } from 'vitest';
import { parseInstance } from './tsplib.ts';

function fileOf(...lines: string[]): string {
  return ['NAME : some', ...lines, 'EOF', ''].join('\n');
}

function costsOf(...lines: string[]): number[][] {
  const { size, costs } = parseInstance(fileOf(...lines)).matrix;
  return Array.from({ length: size }, (_, row) => [...costs.subarray(row * size, (row + 1) * size)]);
}

describe('parseInstance', () => {
  const points = (type: string, a: string, b: string) =>
    costsOf('TYPE: TSP', 'DIMENSION: 2', `EDGE_WEIGHT_TYPE: ${type}`, 'NODE_COORD_SECTION', `1 ${a}`, `2 ${b}`)[0]?.[1];

  it.each([
    ['EUC_2D', '0 0', '1 1', 1],
    ['EUC_2D', '0 0', '1.5e0 2', 3],
    ['CEIL_2D', '0 0', '1 1', 2],
    ['MAN_2D', '0 0', '1 -2', 3],
    ['MAX_2D', '0 0', '1 -2', 2],
    ['EUC_3D', '0 0 0', '1 2 2', 3],
    ['MAN_3D', '0 0 1', '1 -2 0', 4],
    ['MAX_3D', '0 0 5', '1 -2 0', 5],
    ['ATT', '0 0', '10 0', 4],
    // The first two nodes of the ulysses instances; Reinelt's paper states their distance.
    ['GEO', '38.24 20.42', '39.57 26.15', 509],
  ])('measures %s', (type, a, b, distance) => {
    expect(points(type, a, b)).toBe(distance);
  });

  const whole = [
    [0, 1, 2],
    [1, 0, 3],
    [2, 3, 0],
  ];
  it.each([
    ['FULL_MATRIX', '9 1 2 1 9 3 2 3 9'],
    ['UPPER_ROW', '1 2 3'],
    ['LOWER_ROW', '1 2 3'],
    ['UPPER_DIAG_ROW', '0 1 2 0 3 0'],
    ['LOWER_DIAG_ROW', '0 1 0 2 3 0'],
    ['UPPER_COL', '1 2 3'],
    ['LOWER_COL', '1 2 3'],
    ['UPPER_DIAG_COL', '0 1 0 2 3 0'],
    ['LOWER_DIAG_COL', '0 1 2 0 3 0'],
  ])('reads %s', (format, weights) => {
    const head = ['TYPE: TSP', 'DIMENSION: 3', 'EDGE_WEIGHT_TYPE: EXPLICIT', `EDGE_WEIGHT_FORMAT: ${format}`];
    expect(costsOf(...head, 'EDGE_WEIGHT_SECTION', ...weights.split(' '))).toEqual(whole);
  });

  it('reads node numbers, demands and the depot', () => {
    const head = ['TYPE : CVRP', 'DIMENSION : 2', 'EDGE_WEIGHT_TYPE : EUC_2D', 'CAPACITY : 7'];
    const body = ['NODE_COORD_SECTION', '2 3 4', '1 0 0', 'DEMAND_SECTION', '1 0', '2 5', 'DEPOT_SECTION', '1', '-1'];
    const instance = parseInstance(fileOf(...head, ...body));
    expect(instance).toMatchObject({ name: 'some', type: 'CVRP', capacity: 7, demands: [0, 5], depot: 0 });
    expect([...instance.matrix.costs]).toEqual([0, 5, 5, 0]);
  });

  it('reads lower case, any line endings, and the number of vehicles', () => {
    const lines = ['type: cvrp', 'dimension: 2', 'edge_weight_type: euc_2d', 'capacity: 7', 'vehicles: 3'];
    const body = ['node_coord_section', '1 0 0', '2 3 4', 'demand_section', '1 0', '2 5', 'depot_section', '1', '-1'];
    for (const end of ['\n', '\r\n', '\r']) {
      expect(parseInstance([...lines, ...body, 'eof'].join(end))).toMatchObject({ vehicles: 3, demands: [0, 5] });
    }
  });

  const head = ['TYPE: TSP', 'DIMENSION: 2', 'EDGE_WEIGHT_TYPE: EUC_2D'];
  it.each([
    ['', 'unknown TYPE: none'],
    [fileOf('TYPE: SOP'), 'unknown TYPE: SOP'],
    [fileOf('TYPE: TSP'), 'DIMENSION is not an integer: none'],
    [fileOf('TYPE: TSP', 'DIMENSION: 2', 'EDGE_WEIGHT_TYPE: XRAY1'), 'unknown EDGE_WEIGHT_TYPE: XRAY1'],
    [fileOf(...head), 'NODE_COORD_SECTION is missing'],
    [fileOf(...head, 'NODE_COORD_SECTION', '1 0 0'), 'NODE_COORD_SECTION is too short'],
    [fileOf(...head, 'NODE_COORD_SECTION', '1 0 0', '1 1 1'), 'NODE_COORD_SECTION leaves out a node'],
    [fileOf(...head, 'NODE_COORD_SECTION', '1 0 0', '3 1 1'), 'not a node from 1 to 2: 3'],
    [fileOf(...head, 'NODE_COORD_SECTION', '1 0 0', '2 x 1'), 'not a number: x'],
    [fileOf(...head, 'NODE_COORD_SECTION', '1 0 0', '2 5e9 0'), 'the distance from 1 to 2 is too large: 5000000000'],
    [fileOf(...head, 'FIXED_EDGES_SECTION', '1 2', '-1'), 'FIXED_EDGES_SECTION is not supported'],
    [fileOf('TYPE: CVRP', 'DISTANCE: 200'), 'DISTANCE is not supported'],
  ])('reports what is wrong with a file', (text, message) => {
    expect(() => parseInstance(text)).toThrow(message);
  });
});
