import { zipKey } from '../../landing/choice.ts';

/**
 * Returns the ZIP code that the visitor has already checked: from the link, or else from the landing page. '' if there
 * is none.
 */
export function checkedZip(search: string, storage?: Pick<Storage, 'getItem'>): string {
  const zip = new URLSearchParams(search).get('zip') ?? readStored(storage);
  return /^\d{5}/.exec(zip.trim())?.[0] ?? '';
}

function readStored(storage: Pick<Storage, 'getItem'> | undefined): string {
  try {
    // If storage is blocked, even reading the property throws.
    return (storage ?? localStorage).getItem(zipKey) ?? '';
  } catch {
    return '';
  }
}
