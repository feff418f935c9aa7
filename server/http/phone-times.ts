/** When a driver pressed a button and when the phone sent that press, by the phone's clock. A Date may be invalid. */
export interface PhoneTimes {
  pressedAt?: Date | undefined;
  sentAt?: Date | undefined;
}

/** Returns the phone's times from a request. */
export function phoneTimesOf(said: { pressedAt?: string | undefined; sentAt?: string | undefined } = {}): PhoneTimes {
  return { pressedAt: instantOf(said.pressedAt), sentAt: instantOf(said.sentAt) };
}

function instantOf(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : new Date(text);
}
