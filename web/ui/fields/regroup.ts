/** Groups the text of a field while it is typed ("4242 4242", "(215) 555-0107"). The caret doesn't jump to the end. */

/** Returns the grouped text and the new position of the caret, which stays after the same digit. */
export function regrouped(typed: string, caret: number, format: (text: string) => string) {
  const text = format(typed);
  if (caret >= typed.length) return { text, caret: text.length };
  const figuresBefore = countFigures(typed.slice(0, caret));
  let place = 0;
  for (let seen = 0; place < text.length && seen < figuresBefore; place++) seen += countFigures(text[place] ?? '');
  return { text, caret: place };
}

/** Groups the text of an input in place. Call it before React handles the change. */
export function regroup(input: HTMLInputElement, format: (text: string) => string): void {
  const typed = input.value;
  const { text, caret } = regrouped(typed, input.selectionStart ?? typed.length, format);
  if (text === typed) return;
  input.value = text;
  if (document.activeElement === input) input.setSelectionRange(caret, caret);
}

const countFigures = (text: string) => text.replace(/\D/g, '').length;
