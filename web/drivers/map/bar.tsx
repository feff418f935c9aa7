import { ArrowLeft, ArrowRight, Check, CircleX } from 'lucide-react';
import { statusLabels } from '../../../contract/pickups.ts';
import { Button } from '../../ui/button/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { type RouteItem, type StopState, stopStateOf } from '../schedule.ts';
import { NavigateButton } from '../stop/stop-buttons.tsx';
import { usePressGuard } from '../stop/use-press-guard.ts';
import { useStopAction } from '../stop/use-stop-action.ts';
import { EmptiedButton } from '../visit/visit-buttons.tsx';
import { stepText } from './steps.ts';

interface MapBarProps {
  items: readonly RouteItem[];
  index: number;
  describedBy: string;
  onStep: (by: -1 | 1) => void;
  /** Called when the stop was completed or the truck was emptied. */
  onDone: () => void;
}

/**
 * The buttons Navigate, Complete or Emptied, Previous and Next at the bottom of the screen, within reach of the thumb.
 * In landscape they are one thin row. With very large text or zoom the bar isn't sticky, because it would hide the stop.
 */
export function MapBar({ items, index, describedBy, onStep, onDone }: MapBarProps) {
  const item = items[index] as RouteItem;
  return (
    <div
      data-bulk-bar
      className="sticky bottom-[calc(var(--bottom-bar)+env(safe-area-inset-bottom,0px))] z-10 order-2 -mx-gutter mt-auto border-ink border-t-2 bg-marble px-gutter pt-3 pb-2 low:static low:landscape:sticky low:landscape:col-span-2 low:landscape:flex low:landscape:flex-row-reverse low:landscape:gap-4 low:landscape:py-1 cramped:static! cramped:block! lg:static! lg:col-span-1! lg:mx-0 lg:block! lg:border-t-0 lg:px-0"
    >
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-2 low:landscape:grow">
        <NavigateButton
          place={item.kind === 'stop' ? item.stop : item.visit}
          describedBy={describedBy}
          className="min-h-14! px-2! text-lg! low:landscape:min-h-12!"
        />
        <FinishStep item={item} describedBy={describedBy} onDone={onDone} />
      </div>
      <div className="mt-1 flex flex-wrap items-center justify-between gap-x-2 low:landscape:mt-0 low:landscape:grow">
        <StepButton by={-1} isOff={index === 0} onStep={onStep} />
        <p role="status" className="grow text-center font-semibold">
          {stepText(items, index)}
        </p>
        <StepButton by={1} isOff={index === items.length - 1} onStep={onStep} />
      </div>
    </div>
  );
}

interface FinishStepProps extends Pick<MapBarProps, 'describedBy' | 'onDone'> {
  item: RouteItem;
}

/** The button that finishes the step, or its outcome. */
function FinishStep({ item, describedBy, onDone }: FinishStepProps) {
  const { busy, run } = useStopAction();
  const [isGuarded, startGuard] = usePressGuard();
  const finish = () => {
    startGuard();
    onDone();
  };
  const state = stateOf(item);
  if (state !== 'open') {
    const Icon = state === 'done' ? Check : CircleX;
    return (
      <p
        className={classNames(
          'flex min-h-14 items-center justify-center gap-2 rounded-control low:landscape:min-h-12 px-2 font-display font-semibold text-lg',
          state === 'done' ? 'bg-leaf-wash text-leaf' : 'bg-brick-wash text-brick',
        )}
      >
        <Icon className="size-5 shrink-0" aria-hidden="true" />
        <span>{item.kind === 'stop' ? statusLabels[item.stop.status] : 'Emptied'}</span>
      </p>
    );
  }
  if (item.kind === 'visit') {
    return (
      <EmptiedButton
        visit={item.visit}
        variant="primary"
        describedBy={describedBy}
        focusTargets={[describedBy]}
        isGuarded={isGuarded}
        onDone={finish}
        className="min-h-14! px-2! text-lg! low:landscape:min-h-12!"
      />
    );
  }
  return (
    <Button
      className="min-h-14! px-2! text-lg! low:landscape:min-h-12!"
      icon={<Check className="size-6 shrink-0 max-[22.5rem]:hidden" aria-hidden="true" />}
      aria-describedby={describedBy}
      busy={busy}
      aria-disabled={isGuarded || undefined}
      onClick={async () => {
        if (isGuarded || !(await run({ pickupId: item.id, work: { kind: 'complete' } }))) return;
        finish();
      }}
    >
      Complete
    </Button>
  );
}

function stateOf(item: RouteItem): StopState {
  if (item.kind === 'stop') return stopStateOf(item.stop);
  return item.visit.emptiedAt === null ? 'open' : 'done';
}

/** Steps back or forward. At either end of the route it is disabled but focusable, so that the focus isn't lost. */
function StepButton({ by, isOff, onStep }: { by: -1 | 1; isOff: boolean; onStep: (by: -1 | 1) => void }) {
  return (
    <Button
      variant="quiet"
      className={classNames('px-2!', isOff && 'cursor-not-allowed! text-soft! hover:bg-transparent!')}
      aria-disabled={isOff || undefined}
      onClick={() => !isOff && onStep(by)}
    >
      {by < 0 && <ArrowLeft className="size-5 shrink-0 max-[22.5rem]:hidden" aria-hidden="true" />}
      <span>{by < 0 ? 'Previous' : 'Next'}</span>
      {by > 0 && <ArrowRight className="size-5 shrink-0 max-[22.5rem]:hidden" aria-hidden="true" />}
    </Button>
  );
}
