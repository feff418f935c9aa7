import { vi } from 'vitest';

/** Stubs browser globals for tests: storage, and a location that records the pages it was sent to. */
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
