import { FramePage } from '../shell/frame-page.tsx';

export default function SubscribePage() {
  return <FramePage title="Monthly plans" heading="No plan chosen" />;
}
