import { useEffect, useRef } from 'react';
import { Spinner } from '../../ui/spinner.tsx';

interface SettingUpProps {
  children: string;
  /** Called once, on mount. */
  onStart?: () => void;
}

/** A spinner with a message, while something short is in progress. */
export function SettingUp({ children, onStart }: SettingUpProps) {
  const start = useRef(onStart);
  useEffect(() => {
    // The braces keep the return value from becoming the effect's cleanup.
    start.current?.();
  }, []);
  return (
    <p role="status" className="flex min-h-60 items-center justify-center gap-3 text-lg text-soft">
      <Spinner className="text-azure" />
      {children}
    </p>
  );
}
