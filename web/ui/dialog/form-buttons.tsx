import type { ComponentProps } from 'react';
import { Button } from '../button/button.tsx';

interface FormButtonsProps extends Omit<ComponentProps<typeof Button>, 'type' | 'onClick'> {
  /** The id of the form in the dialog's body. */
  form: string;
  onCancel: () => void;
}

/**
 * The footer of a dialog with a form: Cancel, and the button that submits the form. The other
 * props are the submit button's.
 */
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
