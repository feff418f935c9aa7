import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const built = join(import.meta.dirname, '../../dist/web');
const { firstVisits } = JSON.parse(readFileSync(join(built, '.build.json'), 'utf8')) as {
  firstVisits: Record<string, string[]>;
};

/** Returns the number of bytes sent for a file. A file too small to be compressed is sent uncompressed. */
function sentBytes(file: string): number {
  const [plain, compressed] = [join(built, file), join(built, `${file}.gz`)];
  return (statSync(compressed, { throwIfNoEntry: false }) ?? statSync(plain)).size;
}

// The limits in kB, compressed with gzip (QUAL-2).
test.each([
  ['/login', 110],
  ['/dashboard', 160],
  ['/admin', 160],
  ['/driver', 170],
])('a first visit to %s loads at most %i kB of script', (path, maxKb) => {
  const bytes = (firstVisits[path] ?? []).reduce((sum, file) => sum + sentBytes(file), 0);
  expect(bytes).toBeGreaterThan(70_000);
  expect(bytes / 1000).toBeLessThanOrEqual(maxKb);
});
