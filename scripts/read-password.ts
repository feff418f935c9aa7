import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/** Thrown if no password came. The message is one line for the operator. */
export class NoPassword extends Error {}

/** How long a program may take to write the password to standard input. */
const pipeTimeoutMs = 60_000;

/**
 * Asks for a password twice at the terminal, without showing it, and returns what `check` makes of it. The prompts go
 * to standard error. Throws NoPassword, and what `check` throws.
 */
export async function typePassword(check: (typed: string) => string): Promise<string> {
  // readline edits the line and turns the terminal's own echo off. What it would show goes nowhere.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true, historySize: 0 });
  // The iterator keeps lines that come together, as with a paste. Ctrl-C and Ctrl-D end it.
  const lines = terminal[Symbol.asyncIterator]();
  const ask = async (prompt: string) => {
    process.stderr.write(prompt);
    const { done, value } = await lines.next();
    process.stderr.write('\n');
    if (done) throw new NoPassword('No password was typed, and nothing was changed');
    return value;
  };
  try {
    const typed = await ask('Password: ');
    const password = check(typed);
    if ((await ask('The same again: ')) !== typed) throw new NoPassword('Passwords do not match');
    return password;
  } finally {
    terminal.close();
  }
}

/** Reads the first line of standard input. Throws NoPassword if none comes within a minute. */
export async function readPassword(): Promise<string> {
  const signal = AbortSignal.timeout(pipeTimeoutMs);
  const lines = createInterface({ input: process.stdin, signal });
  try {
    for await (const line of lines) return line;
    throw new NoPassword('No password came on standard input');
  } finally {
    lines.close();
    // A program that keeps the pipe open must not keep this one running.
    process.stdin.destroy();
  }
}
