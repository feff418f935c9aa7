import { useEffect } from 'react';
import { clientSettings } from '../api/client-settings.ts';

/** Names the browser's tab: "Billing · Stoop". */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${clientSettings.brandName}`;
  }, [title]);
}
