import { Link } from '@tanstack/react-router';
import { NotOpenYet } from '../shell/not-open-yet.tsx';
import { buttonClass } from '../ui/button-class.ts';

export default function DashboardSection() {
  return (
    <NotOpenYet
      action={
        <Link to="/admin/requests" className={buttonClass('primary')}>
          One-Time Requests
        </Link>
      }
    >
      The day at a glance will stand here. What is to be done stands under One-Time Requests.
    </NotOpenYet>
  );
}
