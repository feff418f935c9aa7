import type { PlanView } from '../../../contract/plan/page.ts';

/** Whose plan a dialog changes: the signed-in customer's own, or a subscriber's whom a dispatcher helps. */
export type PlanScope = { readonly kind: 'mine' } | { readonly kind: 'staff'; readonly subscriptionId: string };

/** Every dialog of a plan takes these. */
export interface PlanDialogProps {
  plan: PlanView;
  scope: PlanScope;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Every part of the plan's page takes these. */
export interface PlanPartProps {
  plan: PlanView;
  now: Date;
}
