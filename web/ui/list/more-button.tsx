import { Button } from '../button/button.tsx';

interface MoreButtonProps {
  busy: boolean;
  onClick: () => void;
  children?: string;
}

export function MoreButton({ busy, onClick, children = 'Show more' }: MoreButtonProps) {
  return (
    <Button variant="outline" className="min-w-[min(11rem,100%)]" busy={busy} onClick={onClick}>
      {children}
    </Button>
  );
}
