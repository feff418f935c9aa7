import { expect, it } from 'vitest';
import { versionOf } from './photo-version.ts';

it("reads the version out of a photo's address, with or without a host", () => {
  expect(versionOf('/api/pickups/7/photos/before?v=a1b2')).toBe('a1b2');
  expect(versionOf('https://stoop.example/api/pickups/7/photos/before?v=a%2Fb')).toBe('a/b');
  expect(versionOf('/api/pickups/7/photos/before')).toBeNull();
});
