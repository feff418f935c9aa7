import { FramePage } from '../shell/frame-page.tsx';

export default function MapPage() {
  return <FramePage title="Map View" heading="No route assigned for today" />;
}
