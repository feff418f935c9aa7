/** Dollars as people read them: "1240.50" → "$1,240.50", "-30.00" → "−$30.00". */
export function moneyText(amount: string): string {
  const [whole = '0', cents = '00'] = amount.replace('-', '').split('.');
  return `${amount.startsWith('-') ? '−' : ''}$${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${cents.padEnd(2, '0')}`;
}
