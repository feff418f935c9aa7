import { useHeldBack } from '../../ui/dialog/back-steps.ts';

const confirming = {
  title: 'Your payment is being confirmed',
  description: "Please wait a moment. You can go back when it's done.",
};

/** Keeps Back on this screen while a card is being charged, and says why. */
export function useHoldWhilePaying(isPaying: boolean): void {
  useHeldBack(isPaying ? confirming : null);
}
