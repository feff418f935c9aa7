const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** Formats dollars: "1240.50" → "$1,240.50", "-30.00" → "−$30.00". */
export function moneyText(amount: string): string {
  return dollars.format(Number(amount)).replace('-', '−');
}
