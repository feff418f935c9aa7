import { describe, expect, it } from 'vitest';
import { coordinatesText, placeOf } from './places.ts';

describe('the place of a pickup', () => {
  const place = (coordinates: string | null) => placeOf({ coordinates, coordinatesPrecision: 'street' });

  it('is read from the text that it is stored as', () => {
    expect(coordinatesText({ latitude: 39.9372, longitude: -75.158104 })).toBe('39.93720,-75.15810');
    expect(place('39.93720,-75.15810')).toEqual({ latitude: 39.9372, longitude: -75.1581, precision: 'street' });
    expect(place('0,0')).toMatchObject({ latitude: 0, longitude: 0 });
  });

  it('counts as exact when its precision is unknown', () => {
    expect(placeOf({ coordinates: '1,2', coordinatesPrecision: null })).toMatchObject({ precision: 'address' });
  });

  it('may be at the edge of the map, not beyond', () => {
    expect(place('90,180')).toMatchObject({ latitude: 90, longitude: 180 });
    expect(place('-90,-180')).toMatchObject({ latitude: -90, longitude: -180 });
    expect(place('90.1,0')).toBeNull();
    expect(place('0,-180.1')).toBeNull();
  });

  it.each([null, '', '1', '1,', ',1', ' ,1', '1,2,3', 'a,b', '1;2'])('is unknown for %j', (coordinates) => {
    expect(place(coordinates)).toBeNull();
  });
});
