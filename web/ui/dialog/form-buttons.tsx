import type { ComponentProps } from 'react';
import { Button } from '../button/button.tsx';

interface FormButtonsProps extends Omit<ComponentProps<typeof Button>, 'type' | 'onClick'> {
  /** The id of the form in the dialog's body. */
  form: string;
  onCancel: () => void;
}

/** A dialog's footer: Cancel, and the button that submits its form. The other props are those of the submit button. */
export function FormButtons({ onCancel, ...submit }: FormButtonsProps) {
  return (
    <>
      <Button variant="outline" disabled={submit.busy} onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" {...submit} />
    </>
  );
}
