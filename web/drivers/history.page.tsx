import { FramePage } from '../shell/frame-page.tsx';

export default function DriverHistoryPage() {
  return <FramePage title="Pickup History" heading="No pickup history yet" />;
}
