import { Minus, Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { maxCountedBags } from '../../../contract/drivers/truck.ts';
import { bagsOf, bagsText } from '../../../contract/pickups.ts';
import { Button } from '../../ui/button/button.tsx';
import { controlClass } from '../../ui/fields/field.tsx';
import { Sheet, type StopSheetProps } from './sheet.tsx';
import { SheetNotice } from './sheet-news.tsx';
import { parseCount } from './stop-words.ts';
import { useStopAction } from './use-stop-action.ts';

/** Asks how many bags the driver found (TRUCK-45). */
export function BagsSheet({ stop, news, open, onOpenChange }: StopSheetProps) {
  const id = useId();
  const { busy, run } = useStopAction();
  const counted = bagsOf(stop);
  const [typed, setTyped] = useState(String(counted));
  const bags = parseCount(typed);
  const isGone = news === 'gone';
  const save = async () => {
    if (isGone || bags === counted) return onOpenChange(false);
    if (bags === undefined) return document.getElementById(id)?.focus();
    const work = { kind: 'bags', bags: bags === stop.bagCount ? null : bags } as const;
    if (await run({ pickupId: stop.id, work })) onOpenChange(false);
  };
  const stepTo = (next: number) => setTyped(String(Math.min(Math.max(next, 0), maxCountedBags)));
  return (
    <Sheet
      {...{ open, onOpenChange, busy }}
      title="How many bags?"
      description={stop.address}
      button={isGone ? 'Close' : 'Save'}
      onPress={save}
    >
      <SheetNotice news={isGone ? news : null} />
      <div className="flex items-center gap-2">
        <StepButton by={-1} isOff={bags === 0} onPress={() => stepTo((bags ?? counted) - 1)} />
        <input
          id={id}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          maxLength={3}
          aria-label="Bags"
          aria-invalid={bags === undefined}
          aria-describedby={`${id}-hint`}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          className={controlClass(
            bags === undefined ? countProblem : undefined,
            'w-24! min-w-0 px-1! text-center text-xl',
          )}
        />
        <StepButton by={1} isOff={bags === maxCountedBags} onPress={() => stepTo((bags ?? counted) + 1)} />
      </div>
      <p id={`${id}-hint`} role="status" className="mt-2 text-[0.9375rem] text-soft leading-snug">
        {bags === undefined ? (
          <span className="text-brick">{countProblem}</span>
        ) : (
          `${bagsText(stop.bagCount)} booked. The dispatcher will see your count.`
        )}
      </p>
    </Sheet>
  );
}

const countProblem = `Please enter 0 to ${maxCountedBags} bags`;

function StepButton({ by, isOff, onPress }: { by: -1 | 1; isOff: boolean; onPress: () => void }) {
  const Icon = by < 0 ? Minus : Plus;
  return (
    <Button
      variant="outline"
      className="min-h-12! min-w-12 shrink-0 px-2!"
      aria-label={by < 0 ? 'One bag less' : 'One bag more'}
      aria-disabled={isOff || undefined}
      onClick={onPress}
    >
      <Icon className="size-6" aria-hidden="true" />
    </Button>
  );
}
