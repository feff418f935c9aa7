import { describe, expect, it } from 'vitest';
import { fitWithin } from './scale-photo.ts';

describe('fitWithin', () => {
  it('brings the longer side to 1600 pixels and keeps the shape', () => {
    expect(fitWithin(4032, 3024)).toEqual({ width: 1600, height: 1200 });
    expect(fitWithin(3024, 4032)).toEqual({ width: 1200, height: 1600 });
  });

  it('enlarges nothing', () => expect(fitWithin(800, 600)).toEqual({ width: 800, height: 600 }));

  it('leaves at least a line of a panorama', () => expect(fitWithin(20_000, 3)).toEqual({ width: 1600, height: 1 }));
});
