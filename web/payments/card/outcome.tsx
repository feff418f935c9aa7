import { CircleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { telHref } from '../../../contract/values/phone.ts';
import { clientSettings } from '../../api/client-settings.ts';
import type { Elements } from '../../ui/elements.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { Scene, type SceneName } from '../../ui/street/scene.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { notReady } from './card-entry.ts';

interface PaymentFailureProps {
  message: string;
  /** What to do about it, or a reassurance. */
  detail?: string | undefined;
  /** True if a toast announces it too. It then isn't an alert, so that a screen reader announces it only once. */
  isToasted?: boolean;
  /** The id for the `aria-describedby` of the retry button. */
  id?: string;
}

/** A payment error above the form. It scrolls itself into view. */
export function PaymentFailure({ message, detail, isToasted = false, id }: PaymentFailureProps) {
  return (
    <div
      ref={scrollToCenter}
      id={id}
      role={isToasted ? undefined : 'alert'}
      className="mb-4 flex gap-3 rounded-card bg-brick-wash p-3.5"
    >
      <CircleAlert className="mt-0.5 size-5 shrink-0 text-brick" aria-hidden="true" />
      <div className="min-w-0">
        <p className="break-words font-semibold text-brick">{message}</p>
        {detail && <p className="mt-1">{detail}</p>}
      </div>
    </div>
  );
}

/** Says that the provider's card form isn't available, in place and as a toast (PAY-64). */
export function NotReady({ detail }: { detail?: string }) {
  useEffect(() => {
    toast({ title: notReady.message, ...(detail && { description: detail }), variant: 'destructive' });
  }, [detail]);
  return <PaymentFailure message={notReady.message} detail={detail} isToasted />;
}

function scrollToCenter(notice: HTMLElement | null): void {
  notice?.scrollIntoView({ block: 'center' });
}

/** The page after a finished purchase. */
export function PaymentDone({ title, scene, children }: { title: string; scene: SceneName; children: Elements }) {
  return (
    <div
      ref={takeFocus}
      tabIndex={-1}
      role="status"
      className="mx-auto flex max-w-md flex-col items-center py-6 text-center outline-none"
    >
      <Scene name={scene} className="max-w-80" />
      <h2 className="mt-6 text-3xl">{title}</h2>
      {children}
    </div>
  );
}

/** The `ref` of a success message. Moves the focus to the message, because the button that had the focus is gone. */
export function takeFocus(panel: HTMLElement | null): void {
  panel?.focus();
}

const link = 'inline-flex min-h-11 items-center font-semibold text-azure underline underline-offset-4';

/** "(215) 555-0100 or help@example.com", as links. */
export function SupportLinks() {
  const { supportPhone, supportEmail } = clientSettings;
  return (
    <>
      <a href={telHref(supportPhone)} className={link}>
        {supportPhone}
      </a>{' '}
      <span>or</span>{' '}
      <a translate="no" href={`mailto:${supportEmail}`} className={`${link} break-all`}>
        {supportEmail}
      </a>
    </>
  );
}

/** A spinner with a message during a short task. `onStart` is called once, on mount. */
export function SettingUp({ children, onStart }: { children: string; onStart?: () => void }) {
  const start = useRef(onStart);
  useEffect(() => {
    // The braces keep the return value from becoming the effect's cleanup.
    start.current?.();
  }, []);
  return (
    <p role="status" className="flex min-h-60 items-center justify-center gap-3 text-lg text-soft">
      <Spinner className="text-azure" />
      <span>{children}</span>
    </p>
  );
}
