import { useEffect } from 'react';
import { clientSettings } from '../api/client-settings.ts';

/** Sets the browser tab's title: "Billing · Stoop". */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${clientSettings.brandName}`;
  }, [title]);
}
