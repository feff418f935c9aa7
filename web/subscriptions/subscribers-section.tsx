import { NotOpenYet } from '../shell/not-open-yet.tsx';

export default function SubscribersSection() {
  return <NotOpenYet>Everybody with a monthly plan will stand here.</NotOpenYet>;
}
