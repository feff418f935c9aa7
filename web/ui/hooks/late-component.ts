import type { ComponentType } from 'react';

export interface LateComponent<Props> {
  /**
   * Loads the file once. Rejects if that fails; the next call then tries again. Some browsers, such as Chrome 150,
   * remember the failure and don't fetch the file again until the page is reloaded.
   */
  load(): Promise<void>;
  current(): ComponentType<Props> | null;
}

/**
 * Returns a component that loads on demand. Use it instead of React's `lazy` if loading may fail (no signal, a
 * new deployment) and the page must survive: `lazy` caches a failure forever and throws it while rendering,
 * which unmounts the whole page.
 */
export function lateComponent<Props = object>(
  fetchFile: () => Promise<{ default: ComponentType<Props> }>,
): LateComponent<Props> {
  let component: ComponentType<Props> | null = null;
  let attempt: Promise<void> | null = null;
  return {
    current: () => component,
    load() {
      attempt ??= fetchFile().then(
        (file) => {
          component = file.default;
        },
        (error: unknown) => {
          attempt = null;
          throw error;
        },
      );
      return attempt;
    },
  };
}
