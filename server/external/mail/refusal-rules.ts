/** Which refusals of a mail server are about the recipient's address, and final. Pure. */

/** The parts of nodemailer's errors that describe the server's reply. */
interface Reply {
  readonly code?: string | undefined;
  /** The command that was refused. */
  readonly command?: string | undefined;
  readonly response?: string | undefined;
  readonly responseCode?: number | undefined;
}

/** Reply codes of other things: commands it doesn't know, credentials and encryption, a full mailbox. */
const aboutOthers = new Set([500, 502, 503, 504, 530, 534, 535, 538, 552]);

/**
 * Detailed codes (RFC 3463) of an address that takes no email: no such mailbox or domain, an address that isn't one, a closed
 * mailbox, a domain that nothing can be delivered to. Not 5.1.7 and 5.1.8, which are about the sender.
 */
const ofAddress = /^5\.(1\.(0|1|2|3|4|6|9|10)|2\.1|4\.1|4\.4)$/;

/** A server without detailed codes that takes none of our emails. Such a refusal says nothing about the address. */
const aboutUs = /relay|authenti|not permitted|block|black|spam|policy|denied|reputation|too many|quota|full/i;

/**
 * Whether the server refused the recipient for good: 5xx to RCPT TO, about the address. A server that refuses us, the content or
 * the connection, or that asks to try again (4xx), would otherwise mark every customer's address.
 */
export function isAddressRefusal({ code, command, responseCode, response = '' }: Reply): boolean {
  if (code !== 'EENVELOPE' || command !== 'RCPT TO' || responseCode === undefined) return false;
  if (responseCode < 500 || responseCode > 599 || aboutOthers.has(responseCode)) return false;
  const detailed = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
  return detailed === undefined ? !aboutUs.test(response) : ofAddress.test(detailed);
}
