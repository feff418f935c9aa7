import { zipKey } from '../../landing/choice.ts';

/** The ZIP code that the visitor checked before: the one of the link, else the landing page's. Empty without one. */
export function checkedZip(search: string, storage?: Pick<Storage, 'getItem'>): string {
  const zip = new URLSearchParams(search).get('zip') ?? readStored(storage);
  return /^\d{5}/.exec(zip.trim())?.[0] ?? '';
}

function readStored(storage: Pick<Storage, 'getItem'> | undefined): string {
  try {
    // Where storage is blocked, even reading the property throws.
    return (storage ?? localStorage).getItem(zipKey) ?? '';
  } catch {
    return '';
  }
}
