import { Outlet } from '@tanstack/react-router';
import { AttentionFrame } from '../attention/attention-frame.tsx';
import { FindFrame } from './find/find-frame.tsx';

/** Around every page of the dispatcher: Find, and what needs attention under the bell. */
export default function Desk() {
  return (
    <AttentionFrame>
      <FindFrame>
        <Outlet />
      </FindFrame>
    </AttentionFrame>
  );
}
