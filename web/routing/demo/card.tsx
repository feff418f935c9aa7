import { useMutation, useQueryClient } from '@tanstack/react-query';
import { FlaskConical } from 'lucide-react';
import { createDemoData } from '../../../contract/demo.ts';
import { call } from '../../api/call.ts';
import { refreshAdmin } from '../../api/refresh-admin.ts';
import { Button } from '../../ui/button/button.tsx';
import { Card } from '../../ui/card.tsx';
import { toast, toastFailure } from '../../ui/toast/toast.ts';

export function DemoCard() {
  const demo = useDemoData();
  return (
    <Card as="section" aria-labelledby="demo" className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
      <div className="min-w-0 grow basis-[min(16rem,100%)]">
        <h2 id="demo" className="text-xl">
          Demo &amp; Testing
        </h2>
        <p className="mt-1 text-soft">
          Creates sample customers and pickups around Philadelphia. Running it again won't add duplicates.
        </p>
      </div>
      <Button
        variant="outline"
        icon={<FlaskConical className="size-5 shrink-0" aria-hidden="true" />}
        busy={demo.isPending}
        busyLabel="Creating..."
        className="min-w-[min(13rem,100%)]"
        onClick={() => demo.mutate()}
      >
        Create Demo Data
      </Button>
      <div role="status" className="w-full empty:hidden">
        {demo.isPending && (
          <>
            <p className="mb-2">Creating customers, subscriptions and pickups. This takes a few seconds.</p>
            <div
              role="progressbar"
              aria-label="Creating demo data"
              className="h-3 overflow-hidden rounded-full bg-step"
            >
              <div className="h-full w-1/3 animate-[progress-sweep_1.6s_ease-in-out_infinite] rounded-full bg-azure" />
            </div>
          </>
        )}
      </div>
    </Card>
  );
}

/** Creates the sample data. The toast appears even if the dispatcher has left the screen. */
function useDemoData() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => call(createDemoData),
    onSuccess: ({ data }) => toast(demoToast(data)),
    onError: (error) =>
      toastFailure(error, "We couldn't create the demo data. Please try again.", 'Demo Creation Failed'),
    onSettled: () => void refreshAdmin(cache),
  });
}

interface MadeDemoData {
  customers: number;
  subscriptions: number;
  pickups: number;
}

/** Returns the toast after "Create Demo Data": the counts created, or that the data already existed. */
export function demoToast({ customers, subscriptions, pickups }: MadeDemoData): { title: string; description: string } {
  if (customers + subscriptions + pickups === 0) {
    return { title: 'Demo Data Ready', description: 'The demo data already exists. Nothing was added.' };
  }
  const counts = [counted(customers, 'customer'), counted(subscriptions, 'subscription'), counted(pickups, 'pickup')];
  return { title: 'Demo Data Created', description: `${counts.join(', ')}.` };
}

function counted(count: number, thing: string): string {
  return `${count.toLocaleString('en-US')} ${thing}${count === 1 ? '' : 's'}`;
}
