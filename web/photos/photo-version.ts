/** The version in a photo's address, `…?v=abc`; null where it names none. */
export function versionOf(address: string): string | null {
  return new URL(address, 'http://localhost').searchParams.get('v');
}
