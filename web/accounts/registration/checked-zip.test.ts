import { expect, it } from 'vitest';
import { checkedZip } from './checked-zip.ts';

const storage = (zip: string | null) => ({ getItem: () => zip });

it('takes the ZIP code of the link, else the remembered one', () => {
  expect(checkedZip('?zip=19147', storage('19104'))).toBe('19147');
  expect(checkedZip('', storage('19104-1234'))).toBe('19104');
  expect(checkedZip('', storage(null))).toBe('');
  expect(checkedZip('?zip=abc', storage('19104'))).toBe('');
});

it('is empty where storage is blocked', () => {
  const blocked = {
    getItem() {
      throw new Error('blocked');
    },
  };
  expect(checkedZip('', blocked)).toBe('');
});
