/** "Visa ending in 4242": what receipts and screens show of a card. */
export function cardText({ brand, last4 }: { readonly brand: string; readonly last4: string }): string {
  const words = brand.replaceAll('_', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} ending in ${last4}`;
}
