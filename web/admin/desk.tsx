import { Outlet } from '@tanstack/react-router';
import { AttentionFrame } from '../attention/attention-frame.tsx';
import { FindFrame } from './find/find-frame.tsx';

/** The frame of every dispatcher page: Find, and the items that need attention in the bell. */
export default function Desk() {
  return (
    <AttentionFrame>
      <FindFrame>
        <Outlet />
      </FindFrame>
    </AttentionFrame>
  );
}
