/** Stripe's frames, the one in which a bank asks its question among them. */
const frames = 'iframe[name^="__privateStripeFrame"]';

/**
 * Runs a confirmation, in which the bank may ask the person something in a frame above everything. An open dialog of ours
 * pulls the focus back into itself: meanwhile it may not pull it out of that frame. (That it can be pressed is in styles.css.)
 */
export async function withBanksQuestion<Answer>(confirm: () => Promise<Answer>): Promise<Answer> {
  const letGo = (event: FocusEvent) => {
    if ([event.target, event.relatedTarget].some(isStripes)) event.stopImmediatePropagation();
  };
  // On the window and first: the dialog listens on the document.
  addEventListener('focusin', letGo, true);
  addEventListener('focusout', letGo, true);
  try {
    return await confirm();
  } finally {
    removeEventListener('focusin', letGo, true);
    removeEventListener('focusout', letGo, true);
  }
}

const isStripes = (target: EventTarget | null) => target instanceof Element && target.matches(frames);
