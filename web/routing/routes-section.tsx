import { NotOpenYet } from '../shell/not-open-yet.tsx';

export default function RoutesSection() {
  return <NotOpenYet>The day&apos;s routes will be planned here.</NotOpenYet>;
}
