/** Returns true if a host name or IP address is this machine, so that traffic to it crosses no network. */
export function isThisMachine(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|::1)$/i.test(host);
}
