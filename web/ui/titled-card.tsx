import { Card } from './card.tsx';
import type { Elements } from './elements.ts';

interface TitledCardProps {
  /** The id of the heading. */
  id: string;
  title: string;
  className?: string;
  children: Elements;
}

/** A card that is a section of the page, named by its heading. */
export function TitledCard({ id, title, children, ...rest }: TitledCardProps) {
  return (
    <Card as="section" aria-labelledby={id} {...rest}>
      <h2 id={id} className="text-lg">
        {title}
      </h2>
      {children}
    </Card>
  );
}
