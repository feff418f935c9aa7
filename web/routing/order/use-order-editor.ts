import { useState } from 'react';
import { lateComponent } from '../../ui/hooks/late-component.ts';
import { toast } from '../../ui/toast/toast.ts';
import type { OrderEditorProps } from './editor.tsx';

const file = lateComponent<OrderEditorProps>(async () => ({
  default: (await import('./editor.tsx')).OrderEditor,
}));

/** The editor of a route's order, whose file (dragging weighs 16 kB) is fetched when somebody wants to change one. */
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
        description: 'The order cannot be changed just now. Check your connection and try again.',
        variant: 'destructive',
      });
    }
    setIsFetching(false);
  };
  return { Editor: isChanging ? file.current() : null, isFetching, start, stop: () => setIsChanging(false) };
}
