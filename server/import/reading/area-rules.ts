import type { PartRemark } from './address-rules.ts';
import { isBlank } from './csv-rules.ts';
import { isState, stateCodeOf } from './state-rules.ts';

/** Pure rules that take a city, a state and a ZIP code out of the columns of a file, which may hold several at once. */

interface Area {
  city: string;
  state: string;
  zip: string;
}

const zipEnd = /^(.*?)[\s,]*\b(\d{5}(?:[-\s]?\d{4})?)$/u;
const stateEnd = /^(.*?)[\s,]+((?:new|north|south|west|rhode) \p{L}+|[\p{L}.]{2,})$/iu;

/**
 * Returns the city, the state and the ZIP code, each by itself: "Philadelphia, PA 19147" in the column of the city, or
 * "PA 19147" in the one of the state, is all three or two of them. Remarks on what contradicts a column of its own.
 */
export function splitArea(given: Area, remark: PartRemark): Area {
  const [city, state, zip] = [given.city, given.state, given.zip].map((text) => (isBlank(text) ? '' : text.trim()));
  const area: Area = { city: city ?? '', state: state ?? '', zip: zip ?? '' };
  if (/[\p{L}]/u.test(area.zip) && zipEnd.test(area.zip) && area.city + area.state === '') {
    area.city = area.zip;
    area.zip = '';
  }
  for (const column of ['city', 'state'] as const) {
    const [, before = '', ownZip = ''] = zipEnd.exec(area[column]) ?? [];
    if (ownZip === '') continue;
    area[column] = before;
    if (area.zip === '') area.zip = ownZip;
    else if (!area.zip.startsWith(ownZip.slice(0, 5))) remark('zip', `The ZIP code ${ownZip} is left out.`);
  }
  const [, name = '', ownState = ''] = stateEnd.exec(area.city) ?? [];
  if (name !== '' && isState(ownState) && (area.city.includes(',') || area.city !== given.city.trim())) {
    area.city = name;
    if (area.state === '') area.state = ownState;
    else if (stateCodeOf(ownState) !== stateCodeOf(area.state)) remark('state', `The state ${ownState} is left out.`);
  }
  return area;
}
