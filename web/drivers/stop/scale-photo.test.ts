import { describe, expect, it } from 'vitest';
import { fitWithin } from './scale-photo.ts';

describe('fitWithin', () => {
  it('scales the longer side to 1600 pixels and keeps the aspect ratio', () => {
    expect(fitWithin(4032, 3024)).toEqual({ width: 1600, height: 1200 });
    expect(fitWithin(3024, 4032)).toEqual({ width: 1200, height: 1600 });
  });

  it('never enlarges', () => expect(fitWithin(800, 600)).toEqual({ width: 800, height: 600 }));

  it('leaves at least one pixel of a panorama', () => expect(fitWithin(20_000, 3)).toEqual({ width: 1600, height: 1 }));
});
