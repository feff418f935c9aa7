/** A payment or a card form that nobody has asked for or tried a card on for this long is closed. */
export const unusedForMs = 60 * 60 * 1000;
