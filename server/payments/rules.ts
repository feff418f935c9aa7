/** Payments and card forms are closed after this long without use. Opening one or trying a card on it is use. */
export const unusedForMs = 60 * 60 * 1000;
