import { clientSettings } from '../../api/client-settings.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { EmptyStoop } from '../../ui/street/street-corner.tsx';
import type { CheckoutSetupFailure } from './failure-words.ts';

interface CheckoutFailureProps {
  failure: CheckoutSetupFailure;
  onRetry: () => void;
}

/** Why nothing can be paid here. */
export function CheckoutFailure({ failure, onRetry }: CheckoutFailureProps) {
  const { title, message, reason, isPaid, canRetry } = failure;
  return (
    <div role={isPaid ? 'status' : 'alert'}>
      <EmptyState
        title={title}
        art={<EmptyStoop />}
        action={
          <div className="flex flex-wrap justify-center gap-3">
            <Button onClick={() => location.assign('/')}>Return Home</Button>
            {canRetry && (
              <Button variant="outline" onClick={onRetry}>
                Try again
              </Button>
            )}
          </div>
        }
      >
        <p>{message}</p>
        {reason && <p className="mt-2 break-words font-semibold text-ink">{reason}</p>}
        {!isPaid && <Support />}
      </EmptyState>
    </div>
  );
}

const link = 'inline-block py-1 font-semibold text-azure underline underline-offset-4';

function Support() {
  const { supportPhone, supportEmail } = clientSettings;
  return (
    <p className="mt-2">
      <a href={`tel:${supportPhone.replace(/[^\d+]/g, '')}`} className={link}>
        {supportPhone}
      </a>{' '}
      or{' '}
      <a href={`mailto:${supportEmail}`} className={`${link} break-all`}>
        {supportEmail}
      </a>
    </p>
  );
}
