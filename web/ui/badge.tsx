import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export type BadgeTone = 'neutral' | 'azure' | 'maize' | 'leaf' | 'brick';

const tones: Record<BadgeTone, string> = {
  neutral: 'bg-step text-ink',
  azure: 'bg-azure-wash text-azure-deep',
  maize: 'bg-maize-wash text-ink ring-1 ring-maize-deep/60 ring-inset',
  leaf: 'bg-leaf-wash text-leaf',
  brick: 'bg-brick-wash text-brick',
};

interface BadgeProps {
  tone?: BadgeTone;
  className?: string;
  children: ReactNode;
}

/** A short status label. The text carries the meaning; the color only supports it. */
export function Badge({ tone = 'neutral', className, children }: BadgeProps) {
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1 whitespace-nowrap rounded-full px-2.5 py-0.5 font-semibold text-sm tiny:whitespace-normal',
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}
