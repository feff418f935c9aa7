/** One email to one person. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
}

/** The sender of an email. */
export interface Sender {
  readonly name: string;
  readonly address: string;
}

/** Sends email: by SMTP (smtp-mail.ts) or into files (file-mail.ts). */
export interface Mailer {
  /** Resolves when the mail server accepted the message; rejects with its reason otherwise. */
  send(mail: Mail): Promise<void>;
  /** Aborts messages being sent. */
  close(): void;
}
