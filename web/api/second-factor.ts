import { useSyncExternalStore } from 'react';

/**
 * The steps that the server may require of a signed-in user: to turn on two-factor sign-in (409
 * `second_factor_required`), or to prove it again (409 `confirm_again`). `send` reports both here, and the screens that
 * listen ask the user.
 */
interface Asked {
  readonly enrollment: boolean;
  readonly confirmation: boolean;
}

let asked: Asked = { enrollment: false, confirmation: false };
let waiting: ((isConfirmed: boolean) => void)[] = [];
const listeners = new Set<() => void>();

function set(change: Partial<Asked>): void {
  asked = { ...asked, ...change };
  for (const listener of listeners) listener();
}

export const secondFactor = {
  asked: (): Asked => asked,

  requireEnrollment(): void {
    if (!asked.enrollment) set({ enrollment: true });
  },

  /** Asks for a code and returns whether the server accepted one. Calls that wait at the same time share one dialog. */
  confirm(): Promise<boolean> {
    return new Promise((resolve) => {
      waiting.push(resolve);
      if (!asked.confirmation) set({ confirmation: true });
    });
  },

  /** Closes the dialog. The waiting calls are sent again, or fail if the code wasn't confirmed. */
  finishConfirmation(isConfirmed: boolean): void {
    const resolvers = waiting;
    waiting = [];
    set({ confirmation: false });
    for (const resolve of resolvers) resolve(isConfirmed);
  },
};

export function useSecondFactorAsked(): Asked {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, secondFactor.asked);
}
