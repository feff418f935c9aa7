import type { DriverStop } from '../../../contract/drivers.ts';
import { BagsSheet } from './bags-sheet.tsx';
import { IncompleteSheet } from './incomplete-sheet.tsx';
import { ProofSheet } from './proof-sheet.tsx';
import { restoreFocus } from './restore-focus.ts';
import type { StopSheetProps } from './sheet.tsx';

/** The sheet that a button opens, and its stop. */
export type SheetRequest = IncompleteRequest | { kind: 'proof' | 'bags'; stop: DriverStop };

interface IncompleteRequest {
  kind: 'incomplete';
  stop: DriverStop;
  /** The ids of the elements that may get the focus when the button that opened the sheet is gone, by preference. */
  focusTargets: readonly string[];
  /** Called when the stop was marked incomplete. */
  onIncomplete: () => void;
}

export interface RequestedSheetProps extends StopSheetProps {
  request: SheetRequest;
}

/** A sheet of a stop. It loads as a separate file that the page doesn't wait for. */
export default function StopSheet({ request, ...sheet }: RequestedSheetProps) {
  switch (request.kind) {
    case 'bags':
      return <BagsSheet {...sheet} />;
    case 'proof':
      return <ProofSheet {...sheet} />;
    case 'incomplete':
      return (
        <IncompleteSheet
          {...sheet}
          onDone={() => {
            restoreFocus(...request.focusTargets);
            request.onIncomplete();
          }}
        />
      );
  }
}
