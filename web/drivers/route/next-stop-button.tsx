import { ArrowDown } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { todayStopId } from './today-stop-id.ts';

/** Past what is finished, to what is to be done next: late in the day that is a long way down. */
export function NextStopButton({ stopId }: { stopId: string }) {
  const go = () => {
    const card = document.getElementById(todayStopId(stopId));
    card?.scrollIntoView({ block: 'center' });
    card?.focus({ preventScroll: true });
  };
  return (
    <Button
      variant="outline"
      className="mt-3 w-full sm:w-auto"
      icon={<ArrowDown className="size-5" aria-hidden="true" />}
      onClick={go}
    >
      Go to Next Stop
    </Button>
  );
}
