import { Link } from '@tanstack/react-router';
import { NotOpenYet } from '../shell/not-open-yet.tsx';
import { Page } from '../shell/page.tsx';
import { buttonClass } from '../ui/button-class.ts';

export default function SubscribePage() {
  return (
    <Page title="Monthly plans" back="/dashboard">
      <NotOpenYet
        action={
          <Link to="/dashboard" search={{ book: '1' }} className={buttonClass('maize')}>
            Book a one-time pickup
          </Link>
        }
      >
        Monthly plans will be chosen and paid here.
      </NotOpenYet>
    </Page>
  );
}
