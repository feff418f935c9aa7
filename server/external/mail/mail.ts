/** One message to one person. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
}

/** Who a mail is from. */
export interface Sender {
  readonly name: string;
  readonly address: string;
}

/** The way out for mail: SMTP where it is set up (smtp-mail.ts), else files on this machine (file-mail.ts). */
export interface Mailer {
  /** Resolves when the mail server took the message; rejects with its reason when it did not. */
  send(mail: Mail): Promise<void>;
  /** Gives up what is being sent. */
  close(): void;
}
