import { NotOpenYet } from '../shell/not-open-yet.tsx';
import { Page } from '../shell/page.tsx';

export default function MapPage() {
  return (
    <Page title="Map View">
      <NotOpenYet>Today&apos;s stops will stand here on a map, one after the other.</NotOpenYet>
    </Page>
  );
}
