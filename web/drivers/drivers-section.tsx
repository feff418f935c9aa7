import { NotOpenYet } from '../shell/not-open-yet.tsx';

export default function DriversSection() {
  return <NotOpenYet>The drivers will stand here.</NotOpenYet>;
}
