import { Link } from '@tanstack/react-router';
import { BanknoteArrowDown, Camera, Phone, X } from 'lucide-react';
import { type ReactNode, type Ref, useId } from 'react';
import type { AttentionItem } from '../../contract/attention.ts';
import { telHref } from '../../contract/values/phone.ts';
import { serverNow } from '../api/server-clock.ts';
import { hasPhotos } from '../photos/has-photos.ts';
import { PickupMoves } from '../pickups/moves/pickup-moves.tsx';
import { IconButton } from '../ui/button/icon-button.tsx';
import { useOpenItem } from './open-item.ts';
import { boardOf, kindWords, nameOf, subjectOf, whenText } from './words.ts';

interface AttentionRowProps {
  item: AttentionItem;
  /** Called before an action, which may remove the row. */
  onAct: () => void;
  ref: Ref<HTMLLIElement>;
}

/**
 * One item. A press opens its dialog, or the board for a day over the shift. Buttons at the end call, refund, move or
 * dismiss it. Every row of a list has the same height.
 */
export function AttentionRow({ item, onAct, ref }: AttentionRowProps) {
  const id = useId();
  const open = useOpenItem();
  const now = serverNow();
  const { kind, address, driver, customer, pickup } = item;
  const { what, offersMoves, offersRefund } = kindWords[kind];
  const subject = subjectOf(item);
  const name = nameOf(subject, kind === 'backup' ? 'Nightly backups' : 'Unknown');
  const details = () => {
    onAct();
    open.details(item);
  };
  return (
    <li
      ref={ref}
      tabIndex={-1}
      aria-labelledby={id}
      onClickCapture={onAct}
      className="flex h-26 items-center gap-1 outline-none focus-visible:outline-3 tiny:h-auto tiny:flex-wrap tiny:py-2 @xl:h-16"
    >
      <OpenButton id={id} item={item} onPress={details}>
        <span className="flex max-w-full flex-col @xl:flex-row @xl:items-baseline @xl:gap-2">
          <span className="truncate font-semibold @xl:shrink-0">{name}</span>
          <span className="min-w-0 truncate text-[0.9375rem] @xl:text-base">
            <span className="sr-only">, </span>
            {address && <span translate="no">{address}</span>}
          </span>
        </span>
        <span className="relative max-w-full truncate text-[0.9375rem] text-soft">
          <span className="sr-only">, </span>
          <span className="hidden @xl:inline">{`${whenText(item, now)} · `}</span>
          <span>{what(item, now)}</span>
          {customer && driver && kind !== 'done-by-both' && <span>{` · ${nameOf(driver, '')}`}</span>}
          {pickup && hasPhotos(pickup) && (
            <>
              <Camera className="ml-1.5 inline size-4 align-[-0.15em]" aria-hidden="true" />
              <span className="sr-only">, with a photo</span>
            </>
          )}
        </span>
        <span className="text-sm text-soft @xl:hidden">{whenText(item, now)}</span>
      </OpenButton>
      {subject?.phone && (
        <a
          href={telHref(subject.phone)}
          aria-label={`Call ${name}, ${subject.phone}`}
          title={`Call ${subject.phone}`}
          className="grid size-11 shrink-0 place-items-center rounded-control text-azure transition-colors hover:bg-step"
        >
          <Phone className="size-5" aria-hidden="true" />
        </a>
      )}
      {offersRefund && (
        <IconButton label={`Refund ${name}`} aria-haspopup="dialog" onClick={details}>
          <BanknoteArrowDown className="size-5" aria-hidden="true" />
        </IconButton>
      )}
      {offersMoves && pickup && <PickupMoves pickup={pickup} />}
      <IconButton
        label={`Dismiss: ${name}`}
        aria-haspopup="dialog"
        className="text-soft"
        onClick={() => open.dismissal(item)}
      >
        <X className="size-5" aria-hidden="true" />
      </IconButton>
    </li>
  );
}

interface OpenButtonProps {
  id: string;
  item: AttentionItem;
  onPress: () => void;
  children: ReactNode;
}

/** Opens the item in a dialog, or its column on the day board. */
function OpenButton({ id, item, onPress, children }: OpenButtonProps) {
  const board = boardOf(item);
  const className =
    'flex h-full min-w-0 grow flex-col justify-center tiny:basis-full rounded-control px-1 text-left leading-snug transition-colors hover:bg-step';
  if (board) {
    return (
      <Link id={id} to="/admin/routes" search={board} className={className}>
        {children}
      </Link>
    );
  }
  return (
    <button id={id} type="button" aria-haspopup="dialog" onClick={onPress} className={className}>
      {children}
    </button>
  );
}
