import { useNavigate, useSearch } from '@tanstack/react-router';
import { DemoCard } from '../demo/card.tsx';
import { OptimizeBar } from '../optimize/bar.tsx';
import { CurrentRoute } from './current-route.tsx';

/** Route Optimization: plans routes, shows the current ones, and creates demo data. */
export default function RoutesSection() {
  const { day } = useSearch({ strict: false });
  const navigate = useNavigate();
  const show = (shown: string) => void navigate({ to: '.', search: { day: shown }, resetScroll: false });
  return (
    <div className="@container space-y-8">
      <OptimizeBar onPlanned={show} />
      <CurrentRoute wantedDay={day} onShowDay={show} />
      <DemoCard />
    </div>
  );
}
