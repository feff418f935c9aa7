import { Button } from '../button.tsx';

interface MoreButtonProps {
  busy: boolean;
  onClick: () => void;
  children?: string;
}

/** Loads the next rows of a list. */
export function MoreButton({ busy, onClick, children = 'Show more' }: MoreButtonProps) {
  return (
    <Button variant="outline" className="min-w-[min(11rem,100%)]" busy={busy} onClick={onClick}>
      {children}
    </Button>
  );
}
