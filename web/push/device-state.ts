/** Whether this browser can show notifications, and whether they are on. */
export type DeviceState = 'unsupported' | 'needs-install' | 'denied' | 'on' | 'off';

export interface DeviceFacts {
  /** The browser supports push messages, and the server has a key for them. */
  canPush: boolean;
  /** An iPhone or iPad outside an installed app. */
  isSafariTab: boolean;
  permission: NotificationPermission;
  isChosen: boolean;
}

export function deviceState({ canPush, isSafariTab, permission, isChosen }: DeviceFacts): DeviceState {
  if (!canPush) return isSafariTab ? 'needs-install' : 'unsupported';
  if (permission === 'denied') return 'denied';
  return permission === 'granted' && isChosen ? 'on' : 'off';
}

/**
 * Returns true on an iPhone or iPad, where every browser has Safari's engine. An iPad identifies itself as a Mac, but a
 * Mac has no touch screen.
 */
export function isApplePhone(userAgent: string, touchPoints: number): boolean {
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1);
}

/** Returns the text under the switch, or in its place. */
export function stateText(state: DeviceState, brand: string): string {
  if (state === 'needs-install') {
    return `Add ${brand} to your Home Screen first: tap Share, then "Add to Home Screen". Then open it from there and turn this on.`;
  }
  if (state === 'denied') {
    return "This browser blocks our notifications. Select the icon next to the address (on a phone, the site's settings in the browser menu), allow notifications, and reload this page.";
  }
  if (state === 'unsupported') return "This browser can't show notifications.";
  return state === 'on' ? 'On until you sign out here.' : 'They show up even when the app is closed.';
}
