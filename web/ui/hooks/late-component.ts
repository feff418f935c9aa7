import type { ComponentType } from 'react';

/** A component whose file is fetched when it is needed. */
export interface LateComponent<Props> {
  /** Fetches the file, once. An attempt that failed is forgotten, so that the next one may succeed. */
  load(): Promise<void>;
  /** The component, once it is there. */
  current(): ComponentType<Props> | null;
}

/**
 * In place of React's `lazy` where the file may be out of reach (a dead spot, a new deployment) and the page must live
 * on: `lazy` remembers a failure for ever and raises it while drawing, which takes the whole page away.
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
