import { Clock } from 'lucide-react';
import { useEffect, useState } from 'react';
import { lasting } from '../../../api/storage.ts';
import { Button } from '../../../ui/button/button.tsx';
import { focusHeadingIfLost } from '../../../ui/hooks/when-focus-is-lost.ts';
import { useClockOffText } from './use-day.ts';

const readKey = 'stoop.clockNoticeRead';

/** Says once that the phone's clock is wrong: until the driver presses Got it, and again if it is wrong another time. */
export function ClockNotice() {
  const text = useClockOffText();
  const [isRead, setRead] = useState(() => lasting.get(readKey) !== null);
  useEffect(() => {
    if (text !== null) return;
    lasting.remove(readKey);
    setRead(false);
  }, [text]);
  if (text === null || isRead) return null;
  const dismiss = () => {
    lasting.set(readKey, 'yes');
    setRead(true);
    focusHeadingIfLost();
  };
  return (
    <div className="-mx-gutter flex flex-wrap items-center gap-x-2 bg-maize-wash px-gutter py-1 text-ink">
      <Clock className="size-5 shrink-0" aria-hidden="true" />
      <p role="status" className="min-w-0 grow basis-40 text-[0.9375rem] leading-tight">
        {text}
      </p>
      <Button variant="quiet" size="sm" onClick={dismiss}>
        Got it
      </Button>
    </div>
  );
}
