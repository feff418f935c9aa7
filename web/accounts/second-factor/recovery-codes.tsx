import { Copy, Download } from 'lucide-react';
import { clientSettings } from '../../api/client-settings.ts';
import { session } from '../../api/session.ts';
import { Button } from '../../ui/button/button.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { toast } from '../../ui/toast/toast.ts';
import { recoveryCodesText } from './typed-code.ts';
import { useFocusOnMount } from './use-focus-on-mount.ts';

interface NewCodesProps {
  readonly codes: readonly string[];
  readonly onSaved: () => void;
}

/** New recovery codes, with a button that confirms they are saved. They are never shown again. */
export function NewCodes({ codes, onSaved }: NewCodesProps) {
  return (
    <div className="space-y-5">
      <RecoveryCodeList codes={codes} />
      <Button className="w-full" onClick={onSaved}>
        I saved my codes
      </Button>
    </div>
  );
}

function RecoveryCodeList({ codes }: { codes: readonly string[] }) {
  const text = recoveryCodesText(codes, {
    brand: clientSettings.brandName,
    username: session.user()?.username ?? 'your account',
  });
  const intro = useFocusOnMount<HTMLParagraphElement>();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast({ title: 'Copied', description: 'Your recovery codes are on the clipboard.' });
    } catch {
      toast({
        title: 'Not Copied',
        description: 'Your browser blocks copying. Please download them instead.',
        variant: 'destructive',
      });
    }
  };
  return (
    <div className="space-y-4">
      <p ref={intro} tabIndex={-1} className="outline-none">
        If you lose your phone, a recovery code signs you in instead of a code from the app. Each one works once. Save
        them now: we can't show them again.
      </p>
      <ul
        aria-label="Recovery codes"
        translate="no"
        className="grid gap-x-6 gap-y-1 rounded-control bg-step px-4 py-3 font-mono text-[0.9375rem] tiny:text-xs tiny:px-2"
      >
        {codes.map((code) => (
          <li key={code} className="break-all">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" size="sm" icon={<Copy className="size-4.5" aria-hidden="true" />} onClick={copy}>
          Copy
        </Button>
        <Button
          variant="outline"
          size="sm"
          icon={<Download className="size-4.5" aria-hidden="true" />}
          onClick={() => saveFile('recovery-codes.txt', new Blob([text], { type: 'text/plain' }))}
        >
          Download
        </Button>
      </div>
    </div>
  );
}
