import { createContext, useContext } from 'react';
import type { AttentionItem } from '../../contract/attention.ts';

/**
 * Opens the dialogs of an item. They belong to the page and not to the row, because a refresh may remove the row while
 * the dispatcher is still writing.
 */
export interface OpenItem {
  details(item: AttentionItem): void;
  dismissal(item: AttentionItem): void;
}

const nothing = () => undefined;
export const OpenItemContext = createContext<OpenItem>({ details: nothing, dismissal: nothing });

export function useOpenItem(): OpenItem {
  return useContext(OpenItemContext);
}
