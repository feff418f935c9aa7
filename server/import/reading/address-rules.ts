import { zipOf } from '../../addresses/geocode-rules.ts';
import { isBlank } from './csv-rules.ts';
import { isState, stateCodeOf } from './state-rules.ts';
import { isWholeStreet, splitUnit, withUnit } from './unit-rules.ts';

/** Pure rules that put an address in one line together from the columns of a file. */

export interface AddressParts {
  /** The address, or only its street. */
  street: string;
  /** The second line: a flat, a suite, or whatever else the file has there. */
  unit: string;
  city: string;
  state: string;
  zip: string;
}

export type PartRemark = (part: 'unit' | 'city' | 'state' | 'zip', text: string) => void;

/**
 * Returns the address in one line: "1811 Christian St, Apt 1, Philadelphia, PA 19146". A part that the street already
 * ends with isn't repeated. Remarks on each part that is left out. Empty without a street.
 */
export function joinAddress(parts: AddressParts, remark: PartRemark): string {
  const street = withoutCountry(textOf(parts.street));
  const unit = withoutCountry(textOf(parts.unit));
  const isStreet = /^\d+\S*\s+\p{L}/u.test(unit);
  if (street === '' && !isStreet) {
    if (unit !== '') remark('unit', `"${unit}" is left out, because the row has no street.`);
    return '';
  }
  const line = street === '' ? unit : withUnit(street, unit);
  const city = textOf(parts.city);
  const state = stateCodeOf(textOf(parts.state));
  return city + state + parts.zip === '' ? line : withArea(line, { city, state, zip: parts.zip }, remark);
}

/**
 * Returns the parts of an address in one line, for a person to see how it was put together. `unit` and `city` are what
 * the file has in columns of their own; empty where it has none. Text that is no known part belongs to the street.
 */
export function splitAddress(address: string, { unit, city }: Pick<AddressParts, 'unit' | 'city'>): AddressParts {
  const zip = zipOf(address);
  const zipEnd = zip ? new RegExp(`[\\s,]+${zip}(?:-\\d{4})?$`).exec(address) : null;
  if (zip && !zipEnd) return { street: address, unit: '', city: '', state: '', zip: '' };
  const given = { city, state: '', zip: '' };
  const state = splitState(zipEnd ? address.slice(0, zipEnd.index) : address, given, zipEnd !== null);
  const hasArea = state.own !== null || zipEnd !== null;
  const own = splitCity(state.line, city, hasArea);
  const isUnit = (text: string) => text.toLowerCase() === unit.toLowerCase();
  const guessed = own.name === '' ? otherCityOf(state.line) : null;
  const name = own.name || (guessed && !isUnit(guessed) ? guessed : '');
  const line = own.name ? own.line : name ? trimmed(state.line.slice(0, -name.length)) : state.line;
  const rest = splitUnit(line, name === '' && hasArea);
  const area = { city: name || rest.city, state: state.own ?? '', zip: zipEnd ? trimmed(zipEnd[0]) : '' };
  return { street: rest.street, unit: rest.unit, ...area };
}

const textOf = (text: string) => (isBlank(text) ? '' : trimmed(text));
const trimmed = (text: string) => text.replace(/^[\s,]+|[\s,]+$/g, '');

/** Removes the country at the end of an address. */
function withoutCountry(text: string): string {
  return trimmed(text.replace(/[\s,]+(?:u\.?s\.?a?\.?|united states(?: of america)?)$/i, ''));
}

interface Area {
  city: string;
  state: string;
  zip: string;
}

/** Adds the city, state and ZIP code of the columns to an address that may end with some of them. */
function withArea(address: string, given: Area, remark: PartRemark): string {
  const own = /\bbox\s+#?\d{5}$/i.test(address) ? null : zipOf(address);
  if (own && given.zip !== '' && own !== given.zip.slice(0, 5)) {
    remark('zip', `The address says ${own}, so the ZIP code ${given.zip} is left out.`);
  }
  const zipEnd = own ? new RegExp(`[\\s,]+${own}(?:-\\d{4})?$`).exec(address) : null;
  // The address goes on after its ZIP code, so nothing can be added to its end.
  if (own && !zipEnd) return withMissing(address, given, remark);
  const zip = zipEnd ? longer(trimmed(zipEnd[0]), given.zip) : given.zip;
  const state = splitState(zipEnd ? address.slice(0, zipEnd.index) : address, given, zipEnd !== null);
  if (state.own && given.state !== '' && state.own !== given.state) {
    remark('state', `The address says ${state.own}, so the state ${given.state} is left out.`);
  }
  const city = splitCity(state.line, given.city, Boolean(state.own) || zipEnd !== null);
  const otherCity = state.own && city.name === '' ? otherCityOf(city.line) : null;
  if (otherCity && given.city !== '') {
    remark('city', `The address says ${otherCity}, so the city ${given.city} is left out.`);
  }
  const area = [state.own ?? given.state, zip].filter(Boolean).join(' ');
  return [city.line, otherCity ? '' : city.name || given.city, area].filter(Boolean).join(', ');
}

/** "19147-1234" in one place says more than "19147" in the other. */
const longer = (own: string, given: string) => (given.startsWith(own) ? given : own);

function withMissing(address: string, { city, state }: Area, remark: PartRemark): string {
  const has = (text: string) => address.toLowerCase().includes(text.toLowerCase());
  if (!has(city)) remark('city', `The city ${city} is left out, because the address goes on after its ZIP code.`);
  if (!has(state)) remark('state', `The state ${state} is left out, because the address goes on after its ZIP code.`);
  return address;
}

/**
 * Splits a state off the end of an address. "5 Elm Ct" ends with a street type, not with Connecticut: a state follows a
 * comma or the city, or stands in capitals before the ZIP code.
 */
function splitState(text: string, given: Area, hasZip: boolean): { line: string; own: string | null } {
  const none = { line: text, own: null };
  const found = /^(.*[^\s,])([\s,]+)((?:new|north|south|west|rhode) \p{L}+|[\p{L}.]{2,})$/iu.exec(text);
  const [, line = '', gap = '', word = ''] = found ?? [];
  if (!isState(word)) return none;
  const own = stateCodeOf(word);
  if (gap.includes(',')) return { line, own };
  const followsCity = given.city !== '' && line.toLowerCase().endsWith(` ${given.city.toLowerCase()}`);
  if (followsCity || (hasZip && own === given.state && own !== 'CT')) return { line, own };
  return hasZip && /^[A-Z]{2}$/.test(word) && word !== 'CT' ? { line, own } : none;
}

/**
 * Splits the city off an address that ends with it. "12 Ardmore" doesn't: a city follows a comma or a whole street, or
 * stands before a state or a ZIP code.
 */
function splitCity(text: string, city: string, hasArea: boolean): { line: string; name: string } {
  const none = { line: text, name: '' };
  if (city === '' || !text.toLowerCase().endsWith(city.toLowerCase())) return none;
  const before = text.slice(0, text.length - city.length);
  const line = trimmed(before);
  const isOwn = /,\s*$/.test(before) || (/\s$/.test(before) && (hasArea || isWholeStreet(line)));
  return line !== '' && isOwn ? { line, name: text.slice(-city.length) } : none;
}

/** Returns another city than the column's at the end of an address, before its state. */
function otherCityOf(line: string): string | null {
  return /,\s*(\p{L}[\p{L}\s.'’-]*)$/u.exec(line)?.[1] ?? null;
}
