import { useQuery } from '@tanstack/react-query';
import { getDriverStats } from '../../../contract/drivers.ts';
import { read } from '../../api/query-client.ts';
import { Card } from '../../ui/card.tsx';

/** The driver's real figures (DRIVER-22), refetched on every visit. Shows nothing if they can't be loaded. */
export function ProfileFigures() {
  const { data } = useQuery({ ...read(getDriverStats), refetchOnMount: 'always' });
  if (!data) return null;
  const { today, ...all } = data;
  const rows = [
    ['Stops', today.totalPickups, all.totalPickups],
    ['Completed', today.completedPickups, all.completedPickups],
    ['Route miles', today.totalDistance, all.totalDistance],
    ['Hours', today.hoursWorked, all.hoursWorked],
  ] as const;
  return (
    <Card as="section" aria-labelledby="profile-figures">
      <h2 id="profile-figures" className="text-lg">
        Your figures
      </h2>
      <table className="mt-1 w-full tabular-nums tiny:text-sm">
        <thead>
          <tr className="text-[0.9375rem] text-soft">
            <td />
            <th scope="col" className="py-1 pl-3 tiny:pl-1.5 text-right font-normal">
              Today
            </th>
            <th scope="col" className="py-1 pl-3 tiny:pl-1.5 text-right font-normal">
              All days
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-line border-t">
          {rows.map(([name, ofToday, ofAll]) => (
            <tr key={name}>
              <th scope="row" className="wrap-anywhere tiny:w-full py-2 text-left font-normal">
                {name}
              </th>
              <td className="py-2 pl-3 tiny:pl-1.5 text-right font-semibold">{figureText(ofToday)}</td>
              <td className="py-2 pl-3 tiny:pl-1.5 text-right font-semibold">{figureText(ofAll)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

/** "1,204", "412.6", or a dash for null. */
function figureText(figure: number | string | null): string {
  return figure === null ? '–' : Number(figure).toLocaleString('en-US', { maximumFractionDigits: 1 });
}
