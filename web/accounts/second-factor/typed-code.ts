export type TypedCode = { twoFactorCode: string } | { recoveryCode: string };

/**
 * Returns the code to send; null when it is incomplete. Ignores spaces and hyphens in a code from the app, because apps
 * show codes in groups.
 */
export function readTypedCode(text: string, isRecovery: boolean): TypedCode | null {
  if (isRecovery) return text.trim() === '' ? null : { recoveryCode: text.trim() };
  const digits = text.replace(/[\s-]/g, '');
  return /^\d{6}$/.test(digits) ? { twoFactorCode: digits } : null;
}

/** Returns the recovery codes as the text of a file. */
export function recoveryCodesText(codes: readonly string[], names: { brand: string; username: string }): string {
  return [`${names.brand} recovery codes of ${names.username}. Each one works once.`, '', ...codes, ''].join('\n');
}

/** Returns the key in groups of four, for typing it into an app. */
export function groupedKey(key: string): string {
  return key.replace(/.{4}(?=.)/g, '$& ');
}

/** "7 recovery codes left" */
export function codesLeftText(left: number): string {
  if (left === 0) return 'No recovery codes left';
  return left === 1 ? '1 recovery code left' : `${left} recovery codes left`;
}
