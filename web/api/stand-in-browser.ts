import { vi } from 'vitest';

/** For tests outside a browser: storage, and a location that only remembers where it was sent. */
export function standInBrowser(pathname: string, search = '') {
  const local = new Map<string, string>();
  const visited: string[] = [];
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => local.get(key) ?? null,
    setItem: (key: string, value: string) => void local.set(key, value),
    removeItem: (key: string) => void local.delete(key),
  });
  vi.stubGlobal('location', { pathname, search, assign: (address: string) => void visited.push(address) });
  return { local, visited };
}
