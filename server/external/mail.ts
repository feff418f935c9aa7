/** One message to one person. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
}

/** The way out for mail: SMTP where it is set up, else files on this machine. */
export interface Mailer {
  /** Resolves when the mail server took the message; rejects with its reason when it did not. */
  send(mail: Mail): Promise<void>;
  close(): void;
}
