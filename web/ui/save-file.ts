/** Makes the browser save a file that the page has in memory. */
export function saveFile(name: string, file: Blob): void {
  const url = URL.createObjectURL(file);
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  // Not revoked at once, because WebKit fetches the address a moment later.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
