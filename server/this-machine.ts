/** Whether a host name or address is the machine we run on, so that nothing said to it crosses a network. */
export function isThisMachine(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|::1)$/i.test(host);
}
