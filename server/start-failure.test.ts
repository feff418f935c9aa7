import { expect, it } from 'vitest';
import { explainStartFailure } from './start-failure.ts';

/** Returns an error as the file system reports it. */
const fileError = (code: string, path: string) =>
  Object.assign(new Error(`${code}: open '${path}'`), { code, path, syscall: 'open', errno: -1 });

it('names the file and the user when a file may not be read', () => {
  const uid = process.getuid?.();
  const sentence = explainStartFailure(fileError('EACCES', '/backups/stoop.backup'));
  expect(sentence).toMatch(/^The user \S+ \(uid \d+\) may not open \/backups\/stoop\.backup: /);
  expect(sentence).toContain(`(uid ${uid})`);
});

it("doesn't take a code of the file system for one of the database", () => {
  for (const code of ['EROFS', 'EPERM']) {
    const sentence = explainStartFailure(fileError(code, '/stoop.backup.part'));
    expect(sentence).toContain('/stoop.backup.part');
    expect(sentence).not.toContain('DATABASE_URL');
  }
  expect(explainStartFailure(Object.assign(new Error('no such role'), { code: '28000' }))).toMatch(
    /^Cannot use the database of DATABASE_URL: no such role$/,
  );
});
