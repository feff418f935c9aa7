import { describe, expect, it } from 'vitest';
import { type AddressParts, joinAddress, splitAddress } from './address-rules.ts';
import { splitArea } from './area-rules.ts';

const none = { street: '', unit: '', city: '', state: '', zip: '' };

function join(parts: Partial<AddressParts>): { address: string; remarks: string[] } {
  const remarks: string[] = [];
  return { address: joinAddress({ ...none, ...parts }, (_, text) => void remarks.push(text)), remarks };
}

describe('the parts of an address', () => {
  it.each([
    [
      '1811 Christian St, Apt 1, Philadelphia, PA 19146',
      {},
      ['1811 Christian St', 'Apt 1', 'Philadelphia', 'PA', '19146'],
    ],
    ['1420 Tasker St Apt 2, Philadelphia PA 19145', {}, ['1420 Tasker St', 'Apt 2', 'Philadelphia', 'PA', '19145']],
    ['702 S 8th St Apt 2F Philadelphia PA 19147', {}, ['702 S 8th St', 'Apt 2F', 'Philadelphia', 'PA', '19147']],
    ['12 Ardmore Ave, Ardmore, PA 19003', { city: 'Ardmore' }, ['12 Ardmore Ave', '', 'Ardmore', 'PA', '19003']],
    ['9 Elm St Rear Philadelphia PA 19147', {}, ['9 Elm St', 'Rear', 'Philadelphia', 'PA', '19147']],
    ['9 Elm St 2nd Floor, Philadelphia, PA 19147', {}, ['9 Elm St', '2nd Floor', 'Philadelphia', 'PA', '19147']],
    ['9 Elm St, Rear, 19147', { unit: 'Rear' }, ['9 Elm St', 'Rear', '', '', '19147']],
    ['Corner Deli, 9 Elm St, Philadelphia', {}, ['Corner Deli, 9 Elm St', '', 'Philadelphia', '', '']],
    ['5 Elm St', {}, ['5 Elm St', '', '', '', '']],
    ['5 Elm St, PA 19147, ring twice', {}, ['5 Elm St, PA 19147, ring twice', '', '', '', '']],
  ])('%s', (address, given, parts) => {
    const { street, unit, city, state, zip } = splitAddress(address, { unit: '', city: '', ...given });
    expect([street, unit, city, state, zip]).toEqual(parts);
  });
});

describe('the columns of an area', () => {
  it.each([
    [{ city: 'Philadelphia, PA 19147' }, { city: 'Philadelphia', state: 'PA', zip: '19147' }, 0],
    [{ zip: 'Philadelphia PA 19147-1234' }, { city: 'Philadelphia', state: 'PA', zip: '19147-1234' }, 0],
    [{ city: 'Camden', state: 'New Jersey 08103' }, { city: 'Camden', state: 'New Jersey', zip: '08103' }, 0],
    [{ city: 'Port Royal' }, { city: 'Port Royal', state: '', zip: '' }, 0],
    [{ city: 'Camden, NJ 08103', state: 'PA', zip: '19147' }, { city: 'Camden', state: 'PA', zip: '19147' }, 2],
  ])('%j', (given, area, remarks) => {
    const found: string[] = [];
    expect(splitArea({ city: '', state: '', zip: '', ...given }, (_, text) => void found.push(text))).toEqual(area);
    expect(found).toHaveLength(remarks);
  });
});

const area = { city: 'Philadelphia', state: 'Pennsylvania', zip: '19146' };

describe('an address', () => {
  it.each([
    [{ street: '1811 Christian St', unit: 'Apt 1', ...area }, '1811 Christian St, Apt 1, Philadelphia, PA 19146'],
    [{ street: '1811 Christian St', unit: '1', ...area }, '1811 Christian St, #1, Philadelphia, PA 19146'],
    [{ street: '1811 Christian St #1', unit: 'Apt 1', ...area }, '1811 Christian St #1, Philadelphia, PA 19146'],
    [{ street: '640 N 5th St', unit: 'N', ...area }, '640 N 5th St, #N, Philadelphia, PA 19146'],
    [
      { street: '1811 Christian St, Philadelphia, PA 19146', unit: 'Apt 1' },
      '1811 Christian St, Apt 1, Philadelphia, PA 19146',
    ],
    [
      { street: '1811 Christian St Philadelphia PA 19146', unit: 'Apt 1', ...area },
      '1811 Christian St, Apt 1, Philadelphia, PA 19146',
    ],
    [{ street: '1811 Christian St', unit: 'Philadelphia, PA 19146' }, '1811 Christian St, Philadelphia, PA 19146'],
    [{ unit: '1811 Christian St', ...area }, '1811 Christian St, Philadelphia, PA 19146'],
    [{ street: '1811 Christian St, Philadelphia, PA 19146, US', ...area }, '1811 Christian St, Philadelphia, PA 19146'],
    [{ street: 'PO Box 44101', ...area }, 'PO Box 44101, Philadelphia, PA 19146'],
  ])('is joined from %j', (parts, address) => {
    expect(join(parts)).toEqual({ address, remarks: [] });
  });

  it.each(['12 Ardmore Ave', '12 Ardmore', '12 Ardmore Ave, Ardmore', '12 Ardmore Ave Ardmore PA'])(
    'keeps a town with the name of its street: %s',
    (street) => {
      const { address } = join({ street, city: 'Ardmore', state: 'PA', zip: '19003' });
      expect(address).toBe(`${street.startsWith('12 Ardmore Ave') ? '12 Ardmore Ave' : street}, Ardmore, PA 19003`);
    },
  );

  it('does not take a street type for a state', () => {
    expect(join({ street: '5 Elm Ct', city: 'Hartford', state: 'CT', zip: '06103' }).address).toBe(
      '5 Elm Ct, Hartford, CT 06103',
    );
  });

  it('remarks on every part that is left out', () => {
    expect(join({ street: '12 Elm St, Camden, NJ 08103', ...area })).toEqual({
      address: '12 Elm St, Camden, NJ 08103',
      remarks: [
        'The address says 08103, so the ZIP code 19146 is left out.',
        'The address says NJ, so the state PA is left out.',
        'The address says Camden, so the city Philadelphia is left out.',
      ],
    });
    expect(join({ unit: 'Apt 1', ...area }).remarks).toEqual(['"Apt 1" is left out, because the row has no street.']);
  });
});
