import type { PlanView } from '../../../contract/plan/page.ts';

/** Whose plan a dialog changes: the signed-in customer's, or that of a subscriber whom a dispatcher helps. */
export type PlanScope = { readonly kind: 'mine' } | { readonly kind: 'staff'; readonly subscriptionId: string };

/** The props of every dialog of a plan. */
export interface PlanDialogProps {
  plan: PlanView;
  scope: PlanScope;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The props of every part of the plan's page. */
export interface PlanPartProps {
  plan: PlanView;
  now: Date;
}
