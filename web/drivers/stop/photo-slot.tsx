import { Camera, ImageOff } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import type { DriverStop } from '../../../contract/drivers.ts';
import { type PhotoMoment, photoField } from '../../../contract/photos.ts';
import { type PhotoName, usePhoto } from '../../photos/use-photo.ts';
import { Button } from '../../ui/button/button.tsx';
import { useObjectUrl } from '../../ui/hooks/use-object-url.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { capitalized } from '../../ui/text/capitalized.ts';
import type { StopAction } from '../outbox/action.ts';
import { useOutboxState, waitingOf } from '../outbox/outbox-state.ts';
import { scalePhoto } from './scale-photo.ts';
import { useStopAction } from './use-stop-action.ts';

/** Returns the photos of a stop that were taken on this phone and are waiting to be sent. */
export function useUnsentPhotos(stopId: string): Partial<Record<PhotoMoment, Blob>> {
  const waiting = waitingOf(useOutboxState());
  const photos: Partial<Record<PhotoMoment, Blob>> = {};
  for (const { pickupId, work } of waiting) {
    if (pickupId === stopId && work.kind === 'photo' && work.image) photos[work.moment] = work.image;
  }
  return photos;
}

interface PhotoSlotProps {
  stop: DriverStop;
  moment: PhotoMoment;
  /** The photo taken on this phone that is still waiting to be sent. */
  unsent: Blob | null;
}

/** One photo of a stop: takes, shows and replaces it. */
export function PhotoSlot({ stop, moment, unsent }: PhotoSlotProps) {
  const address = stop[photoField(moment)];
  const label = capitalized(moment);
  const alt = `${label} this stop`;
  return (
    <PhotoField
      label={label}
      alt={alt}
      unsent={unsent}
      sent={address && <SentPhoto photo={{ pickupId: stop.id, moment, address }} alt={alt} />}
      actionOf={(image) => ({ pickupId: stop.id, work: { kind: 'photo', moment, image, address: null } })}
    />
  );
}

interface PhotoFieldProps {
  /** "Before": the button takes a "Before photo". */
  label: string;
  alt: string;
  /** The photo taken on this phone that is still waiting to be sent. */
  unsent: Blob | null;
  /** The photo that the server has, if any. */
  sent: ReactNode;
  /** The action that the outbox saves and sends. */
  actionOf: (image: Blob) => StopAction;
}

/** Takes, shows and replaces a photo. */
export function PhotoField({ label, alt, unsent, sent, actionOf }: PhotoFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { busy, run } = useStopAction();
  const [isScaling, setScaling] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const take = async (file: File | undefined) => {
    if (!file) return;
    setProblem(null);
    setScaling(true);
    try {
      const isSaved = await run(actionOf(await scalePhoto(file)));
      if (!isSaved) setProblem("We couldn't save the photo. Please take it again.");
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'Please take the photo again.');
    } finally {
      setScaling(false);
    }
  };
  const isThere = unsent !== null || Boolean(sent);
  return (
    <div className="min-w-0">
      <div className="grid aspect-[4/3] place-items-center overflow-hidden rounded-control border border-control border-dashed bg-marble has-[img]:border-line has-[img]:border-solid">
        {unsent ? <UnsentPhoto image={unsent} alt={alt} /> : sent || <span className="text-soft">{label}</span>}
      </div>
      <input
        ref={input}
        id={id}
        type="file"
        accept="image/*"
        capture="environment"
        tabIndex={-1}
        aria-label={`${label} photo`}
        className="sr-only"
        onChange={(event) => {
          void take(event.target.files?.[0]);
          // Allows choosing the same file again.
          event.target.value = '';
        }}
      />
      <Button
        variant="outline"
        className="mt-2 w-full px-2!"
        icon={<Camera className="size-5 shrink-0" aria-hidden="true" />}
        busy={busy || isScaling}
        aria-describedby={problem ? `${id}-problem` : undefined}
        onClick={() => input.current?.click()}
      >
        <span>{isThere ? 'Replace' : label}</span>
        <span className="sr-only">{isThere ? ` ${label.toLowerCase()} photo` : ' photo'}</span>
      </Button>
      {problem && (
        <p id={`${id}-problem`} role="alert" className="mt-1.5 text-[0.9375rem] text-brick leading-snug">
          {problem}
        </p>
      )}
    </div>
  );
}

function UnsentPhoto({ image, alt }: { image: Blob; alt: string }) {
  const url = useObjectUrl(image);
  return url && <Picture url={url} alt={alt} />;
}

function SentPhoto({ photo, alt }: { photo: PhotoName; alt: string }) {
  return <LoadedPhoto {...usePhoto(photo)} alt={alt} />;
}

interface LoadedPhotoProps {
  /** Undefined or null until the photo has loaded. */
  url: string | null | undefined;
  isFailed: boolean;
  onBroken?: () => void;
  alt: string;
}

/** A photo that the server has: a skeleton while it loads, and a message if it can't be loaded. */
export function LoadedPhoto({ url, isFailed, onBroken, alt }: LoadedPhotoProps) {
  if (url) return <Picture url={url} alt={alt} onBroken={onBroken} />;
  if (!isFailed) return <Skeleton className="size-full" />;
  return (
    <span className="flex flex-col items-center gap-1 px-2 text-center text-soft leading-tight">
      <ImageOff className="size-5" aria-hidden="true" />
      <span>The photo is saved, but we couldn't load it</span>
    </span>
  );
}

function Picture({ url, alt, onBroken }: { url: string; alt: string; onBroken?: (() => void) | undefined }) {
  return <img src={url} alt={alt} onError={onBroken} className="size-full object-cover" />;
}
