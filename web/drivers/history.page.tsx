import { NotOpenYet } from '../shell/not-open-yet.tsx';
import { Page } from '../shell/page.tsx';

export default function DriverHistoryPage() {
  return (
    <Page title="Pickup History">
      <NotOpenYet>The pickups you have completed will stand here, day by day.</NotOpenYet>
    </Page>
  );
}
