import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { memberButtons, memberFacts, memberGrid, memberPerson } from './columns.ts';

const cards = ['a', 'b', 'c', 'd', 'e', 'f'];
const facts = ['a', 'b', 'c'];

/** Stand-ins of the very size of the cards to come. */
export function MemberSkeleton() {
  return (
    <div role="status" className={memberGrid}>
      <span className="sr-only">Loading members</span>
      {cards.map((card) => (
        <Card key={card} className="@container">
          <div className="flex items-center justify-between gap-3">
            <Skeleton className="my-0.5 h-6 w-32" />
            <Skeleton className="h-6 w-20 rounded-full" />
          </div>
          <div className={memberPerson}>
            <Skeleton className="my-0.5 h-4.5 w-28" />
            <Skeleton className="my-0.5 h-4.5 w-52" />
          </div>
          <div className={memberFacts}>
            {facts.map((fact) => (
              <div key={fact}>
                <Skeleton className="mb-1 h-4 w-14" />
                <Skeleton className="h-5 w-20" />
              </div>
            ))}
          </div>
          <div className={memberButtons}>
            <Skeleton className="mx-3 my-2.5 h-6 w-28" />
          </div>
        </Card>
      ))}
    </div>
  );
}
