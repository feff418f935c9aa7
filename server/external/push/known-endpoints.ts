/**
 * The push services of the browsers: Chrome and Edge on Android, Firefox, Safari, Edge on Windows. A leading dot means
 * any subdomain.
 */
const hosts = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '.updates.push.services.mozilla.com',
  '.push.apple.com',
  '.notify.windows.com',
];

/**
 * Returns whether an endpoint belongs to a known push service. Browsers report their endpoints, so anybody can make one
 * up. Without this check, they could make the server send requests to any address. `testService` is the origin of a
 * stand-in.
 */
export function isPushEndpoint(endpoint: string, testService?: string): boolean {
  const url = URL.parse(endpoint);
  if (url === null || url.username !== '' || url.password !== '' || url.hash !== '') return false;
  if (testService !== undefined && url.origin === testService) return true;
  // `URL` leaves the default port empty. IP addresses need no check here, because none is a known host.
  if (url.protocol !== 'https:' || url.port !== '') return false;
  return hosts.some((host) => (host.startsWith('.') ? url.hostname.endsWith(host) : url.hostname === host));
}
