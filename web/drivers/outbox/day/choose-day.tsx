import { useQuery } from '@tanstack/react-query';
import { type DateKey, formatDateKey } from '../../../../contract/values/time/dates.ts';
import { lastKnownDay, setToday } from '../../../api/server-clock.ts';
import { Page } from '../../../shell/page.tsx';
import { Button } from '../../../ui/button/button.tsx';
import { focusHeadingIfLost } from '../../../ui/hooks/when-focus-is-lost.ts';
import { LoadingScreen } from '../../../ui/loading-screen.tsx';
import { driverRouteQuery } from '../driver-route-query.ts';
import { useOnline } from '../use-driver-route.ts';
import { possibleDays, stopCountText } from './day-words.ts';

/**
 * Asks the driver which day it is, in place of every driver page, while neither the server nor the phone's clock can
 * tell. A wrong day would show another day's stops. The answer holds until the server is reached.
 */
export function ChooseDay() {
  const { data, error } = useQuery({ ...driverRouteQuery, retryOnMount: false });
  const isOnline = useOnline();
  // The response to the first request says which day it is.
  if (isOnline && error === null) return <LoadingScreen />;
  const schedule = data?.schedule ?? {};
  const days = possibleDays(schedule, lastKnownDay());
  const choose = (day: DateKey) => {
    setToday(day);
    focusHeadingIfLost();
  };
  return (
    <Page title="Which day is it?" narrow>
      <p>
        {days.length > 0
          ? "There's no signal, and this phone's clock was changed or hasn't been compared with ours for a while. Choose today's date to see your stops."
          : "There's no signal, and no route of today is saved on this phone. Your route appears as soon as the signal is back."}
      </p>
      <ul className="mt-4 space-y-2">
        {days.map((day) => (
          <li key={day}>
            <Button variant="outline" className="min-h-14! w-full justify-between!" onClick={() => choose(day)}>
              <span>{formatDateKey(day, 'long')}</span>
              <span className="font-normal">{stopCountText(schedule[day]?.pickups.length ?? 0)}</span>
            </Button>
          </li>
        ))}
      </ul>
    </Page>
  );
}
