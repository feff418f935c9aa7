import { NotOpenYet } from '../shell/not-open-yet.tsx';

export default function MembersSection() {
  return <NotOpenYet>Everybody with an account will stand here, with search and roles.</NotOpenYet>;
}
