import { clientSettings } from '../../api/client-settings.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FailureNotice } from './failure-notice.tsx';
import type { SubscribeFailure } from './failures.ts';

interface UnactivatedProps {
  failure: SubscribeFailure | null;
  busy: boolean;
  onRetry: () => void;
}

/** Paid, but the plan is not active: activation can be retried without paying again. */
export function Unactivated({ failure, busy, onRetry }: UnactivatedProps) {
  const { supportPhone, supportEmail } = clientSettings;
  return (
    <Card className="mx-auto max-w-xl space-y-5">
      <div>
        <h2 className="text-2xl">Your payment went through</h2>
        <p className="mt-1.5 text-soft">The only step left is starting your plan. You will not be charged again.</p>
      </div>
      {failure && <FailureNotice failure={failure} />}
      <Button className="w-full" busy={busy} busyLabel="Activating your plan..." onClick={onRetry}>
        Try again
      </Button>
      <p className="text-soft">
        Or reach us at{' '}
        <a className={link} href={`tel:${supportPhone.replace(/[^\d+]/g, '')}`}>
          {supportPhone}
        </a>{' '}
        or{' '}
        <a className={link} href={`mailto:${supportEmail}`}>
          {supportEmail}
        </a>
        .
      </p>
    </Card>
  );
}

const link = 'inline-block py-1 font-semibold text-azure underline underline-offset-4';
