/** Returns a person's name for other people: "First Last", or the username when neither name is known. */
export function personName(p: { firstName: string | null; lastName: string | null; username: string }): string {
  return [p.firstName, p.lastName].filter(Boolean).join(' ') || p.username;
}
