import type { ServiceArea } from '../../../contract/service-areas.ts';
import { moneyText } from '../../ui/text/money-text.ts';

/** Texts and decisions of the service areas' screen. */

/** Splits a text such as "19147, 19148 19103-1234" into five-digit ZIP codes and the words that aren't ZIP codes. */
export function readZips(text: string): { zips: string[]; wrong: string[] } {
  const words = text.split(/[\s,;]+/).filter((word) => word !== '');
  const isZip = (word: string) => /^\d{5}(-\d{4})?$/.test(word);
  return { zips: words.filter(isZip).map((word) => word.slice(0, 5)), wrong: words.filter((word) => !isZip(word)) };
}

/** "48 ZIP codes, fee $5.00 (not charged)" */
export function areaFacts({ zipCodes, fee }: Pick<ServiceArea, 'zipCodes' | 'fee'>): string {
  const count = `${zipCodes.length} ZIP code${zipCodes.length === 1 ? '' : 's'}`;
  return fee === null ? count : `${count}, fee ${moneyText(fee)} (not charged)`;
}

/** Returns the effect of saving an area on bookings, in a sentence; null when nothing changes. */
export function areaConsequence(
  areas: readonly ServiceArea[],
  { id, isActive, zipCodes }: { id: string | null; isActive: boolean; zipCodes: readonly string[] },
): string | null {
  const before = areas.find((area) => area.id === id);
  const hasOtherActive = areas.some((area) => area.isActive && area.id !== id);
  if (isActive && !before?.isActive && !hasOtherActive) {
    return "From now on, customers can't book addresses outside your active areas. Existing bookings stay.";
  }
  if (!isActive && before?.isActive && !hasOtherActive) return 'With no active area, customers can book any address.';
  const isSmaller = before?.isActive && (!isActive || before.zipCodes.some((zip) => !zipCodes.includes(zip)));
  return isSmaller
    ? "Customers can't book there anymore. Existing plans and pickups stay, and Needs attention lists them."
    : null;
}

/** "3 people" */
export function waitingText(count: number): string {
  return count === 1 ? '1 person' : `${count.toLocaleString('en-US')} people`;
}
