/** Decides whether a mail server's refusal is final and about the recipient's address. Pure. */

/** The parts of nodemailer's errors that describe the server's reply. */
interface Reply {
  readonly code?: string | undefined;
  /** The command that was refused. */
  readonly command?: string | undefined;
  readonly response?: string | undefined;
  readonly responseCode?: number | undefined;
}

/** Reply codes that aren't about the address: unknown commands, credentials and encryption, a full mailbox. */
const aboutOthers = new Set([500, 502, 503, 504, 530, 534, 535, 538, 552]);

/**
 * Detailed codes (RFC 3463) for an address that can't receive email: no such mailbox or domain, an invalid address, a
 * closed mailbox, an unreachable domain. Leaves out 5.1.7 and 5.1.8, which are about the sender.
 */
const ofAddress = /^5\.(1\.(0|1|2|3|4|6|9|10)|2\.1|4\.1|4\.4)$/;

/**
 * Words in a refusal without a detailed code. They say that the server refuses us or the mailbox is full, so the
 * address itself may be fine.
 */
const aboutUs = /relay|authenti|not permitted|block|black|spam|policy|denied|reputation|too many|quota|full/i;

/**
 * Returns true if the server refused the recipient permanently: a 5xx reply to RCPT TO that is about the address. A
 * reply about us, the content or the connection, or a 4xx reply, doesn't count: it would mark every customer's address
 * as refused.
 */
export function isAddressRefusal({ code, command, responseCode, response = '' }: Reply): boolean {
  if (code !== 'EENVELOPE' || command !== 'RCPT TO' || responseCode === undefined) return false;
  if (responseCode < 500 || responseCode > 599 || aboutOthers.has(responseCode)) return false;
  const detailed = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
  return detailed === undefined ? !aboutUs.test(response) : ofAddress.test(detailed);
}
