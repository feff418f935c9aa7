/** "Visa ending in 4242": what receipts and screens show of a card. */
export function cardText({ brand, last4 }: { readonly brand: string; readonly last4: string }): string {
  const words = brand.split('_').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${words.join(' ')} ending in ${last4}`;
}
