import { type FormEvent, useId, useRef, useState } from 'react';
import { type AttentionItem, maxDismissalLength } from '../../contract/attention.ts';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { FormButtons } from '../ui/dialog/form-buttons.tsx';
import { TextField } from '../ui/fields/text-field.tsx';
import { useDismiss } from './use-attention.ts';
import { kindWords, nameOf, subjectOf } from './words.ts';

interface DismissDialogProps {
  item: AttentionItem;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Asks for the reason before an item leaves the list. */
export function DismissDialog({ item, open, onOpenChange }: DismissDialogProps) {
  const formId = useId();
  const field = useRef<HTMLInputElement>(null);
  const [word, setWord] = useState('');
  const [problem, setProblem] = useState<string>();
  // A refused refund of ours: dismissing it settles it.
  const isRefund = Boolean(item.refund);
  const dismiss = useDismiss(isRefund, () => onOpenChange(false));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (dismiss.isPending) return;
    if (!word.trim()) {
      setProblem('Please say why in a few words');
      return field.current?.focus();
    }
    dismiss.mutate({ key: item.key, state: item.state, word });
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={isRefund ? 'Settled another way?' : 'Dismiss this?'}
      initialFocus={field}
      dismissible={!dismiss.isPending}
      description={
        <>
          <span className="block break-words font-semibold text-ink">
            {[nameOf(subjectOf(item), kindWords[item.kind].title), item.address].filter(Boolean).join(' · ')}
          </span>
          <span>
            {isRefund
              ? "The refund isn't tried again, and the customer is told that you settled it another way."
              : 'It leaves the list and comes back if something changes.'}
          </span>
        </>
      }
      footer={
        <FormButtons form={formId} onCancel={() => onOpenChange(false)} busy={dismiss.isPending}>
          {isRefund ? 'Settled' : 'Dismiss'}
        </FormButtons>
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        <TextField
          ref={field}
          label={isRefund ? 'How?' : 'Why?'}
          hint={`A few words for the history, such as “${isRefund ? 'paid by check' : 'called, bags are out tomorrow'}”.`}
          maxLength={maxDismissalLength}
          value={word}
          error={problem}
          onChange={({ target }) => {
            setWord(target.value);
            setProblem(undefined);
          }}
        />
      </form>
    </Dialog>
  );
}
