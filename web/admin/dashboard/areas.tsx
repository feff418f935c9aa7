import { lazy, Suspense, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

const Clusters = lazy(async () => ({ default: (await import('../../routing/clusters/clusters.tsx')).Clusters }));

/** The unassigned stops by area, loaded on demand. */
export function DashboardAreas() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section aria-labelledby="areas" className="mt-8 border-ink border-t-2 pt-4">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <div className="min-w-0 grow basis-[min(15rem,100%)]">
          <h2 id="areas" className="text-xl">
            Geographic Areas
          </h2>
          <p className="mt-1 text-soft">Pending pickups by neighborhood. You can turn each area into a route.</p>
        </div>
        <Button
          variant="outline"
          aria-expanded={isOpen}
          aria-controls="clusters"
          className="min-w-[min(10rem,100%)] grow sm:grow-0"
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? 'Hide Clusters' : 'View Clusters'}
        </Button>
      </div>
      <div id="clusters">
        {isOpen && (
          <Suspense fallback={<Skeleton className="h-49 rounded-card" />}>
            <Clusters />
          </Suspense>
        )}
      </div>
    </section>
  );
}
