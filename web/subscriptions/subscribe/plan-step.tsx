import type { AwaitingPlan } from '../../../contract/import.ts';
import { planOf } from '../../../contract/values/prices.ts';
import { serverNow } from '../../api/server-clock.ts';
import { ChangeTermsNote } from '../../pickups/change-terms-note.tsx';
import { ServedAddressField } from '../../service-areas/served-address-field.tsx';
import { WaitingForm } from '../../service-areas/waiting-form.tsx';
import { Button } from '../../ui/button/button.tsx';
import { listPrice } from '../../ui/text/money-text.ts';
import { PlanChoice } from '../plan-choice.tsx';
import { WishChoice } from '../preference-choice.tsx';
import { FailureNotice } from './failure-notice.tsx';
import type { SubscribeFailure } from './failures.ts';
import { importedText } from './imported-text.ts';
import type { PlanOrder } from './plan-order.ts';

interface PlanStepProps {
  /** The customer's own email address. */
  email: string;
  order: PlanOrder;
  /** The plan that staff imported, from which the order was filled. */
  imported: AwaitingPlan | null;
  failure: SubscribeFailure | null;
  busy: boolean;
  onChange: (changes: Partial<PlanOrder>) => void;
  onContinue: () => void;
}

export function PlanStep({ email, order, imported, failure, busy, onChange, onContinue }: PlanStepProps) {
  const plan = planOf(order.packageType);
  const isMissing = order.address.trim() === '';
  return (
    <>
      {imported && (
        <p className="mb-5 rounded-control bg-azure-wash px-4 py-3 leading-snug">
          {importedText(imported, serverNow())}
        </p>
      )}
      <p className="mb-5 text-soft">Regular pickups without booking each time, billed monthly to your card.</p>
      <PlanChoice value={order.packageType} onChoose={(packageType) => onChange({ packageType })} />
      <div className="mt-8 grid gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-end">
        <div className="space-y-5">
          <ServedAddressField
            value={order.address}
            onChange={(address) => onChange({ address })}
            otherwise={(zip) => <WaitingForm zip={zip} email={email} />}
          />
          <WishChoice
            plan={plan}
            wish={order}
            now={serverNow()}
            onChange={(wish) => onChange(wish as Partial<PlanOrder>)}
          />
        </div>
        <div className="space-y-4">
          <p className="flex items-baseline justify-between gap-4 border-ink border-t-2 pt-3">
            <span className="font-semibold">{plan.name}</span>
            <span>
              <span className="font-bold font-display text-2xl">{listPrice(plan.priceCents)}</span>{' '}
              <span className="text-soft">per month</span>
            </span>
          </p>
          <ChangeTermsNote of="plan" />
          {failure && <FailureNotice failure={failure} />}
          <Button className="w-full" busy={busy} busyLabel="Setting up..." disabled={isMissing} onClick={onContinue}>
            Continue
          </Button>
        </div>
      </div>
    </>
  );
}
