import { useEffect, useRef } from 'react';
import { Spinner } from '../../ui/spinner.tsx';

interface SettingUpProps {
  children: string;
  /** Called once, on arrival. */
  onStart?: () => void;
}

/** Something is under way that takes a moment; nothing can be done meanwhile. */
export function SettingUp({ children, onStart }: SettingUpProps) {
  const start = useRef(onStart);
  useEffect(() => {
    // In braces: React would take what it answers for the effect's clean-up.
    start.current?.();
  }, []);
  return (
    <p role="status" className="flex min-h-60 items-center justify-center gap-3 text-lg text-soft">
      <Spinner className="text-azure" />
      {children}
    </p>
  );
}
