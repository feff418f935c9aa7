import { useState } from 'react';
import { lateComponent } from '../../ui/hooks/late-component.ts';
import { toast } from '../../ui/toast/toast.ts';
import type { OrderEditorProps } from './editor.tsx';

const file = lateComponent<OrderEditorProps>(async () => ({ default: (await import('./editor.tsx')).OrderEditor }));

/** Loads the order editor on demand, because the drag library is 16 kB. */
export function useOrderEditor() {
  const [isChanging, setIsChanging] = useState(false);
  const [isFetching, setIsFetching] = useState(false);
  const start = async () => {
    setIsFetching(true);
    try {
      await file.load();
      setIsChanging(true);
    } catch {
      toast({
        title: 'Error',
        description: "The order can't be changed right now. Check your connection and try again.",
        variant: 'destructive',
      });
    }
    setIsFetching(false);
  };
  return { Editor: isChanging ? file.current() : null, isFetching, start, stop: () => setIsChanging(false) };
}
