/**
 * The push services of the browsers: Chrome and Edge on Android, Firefox, Safari, Edge on Windows. A leading dot means any
 * subdomain.
 */
const hosts = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '.updates.push.services.mozilla.com',
  '.push.apple.com',
  '.notify.windows.com',
];

/**
 * Whether an endpoint belongs to a known push service. Browsers report endpoints, so anybody can make one up. Any other one is
 * refused, so that nobody can make the server send requests to an address of their choice. `testService` is the origin of a
 * stand-in.
 */
export function isPushEndpoint(endpoint: string, testService?: string): boolean {
  const url = URL.parse(endpoint);
  if (url === null || url.username !== '' || url.password !== '' || url.hash !== '') return false;
  if (testService !== undefined && url.origin === testService) return true;
  // The default port is the empty one, and an IP address is no known host.
  if (url.protocol !== 'https:' || url.port !== '') return false;
  return hosts.some((host) => (host.startsWith('.') ? url.hostname.endsWith(host) : url.hostname === host));
}
