const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** Dollars as people read them: "1240.50" → "$1,240.50", "-30.00" → "−$30.00". */
export function moneyText(amount: string): string {
  return dollars.format(Number(amount)).replace('-', '−');
}
