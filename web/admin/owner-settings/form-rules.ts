import { OwnerValues, type PassageName, passageNames } from '../../../contract/owner-settings.ts';

/** The form of the owner's settings: every value as the text of its field. */

export type Field = Exclude<keyof OwnerValues, 'passages'> | PassageName;
export type Texts = Readonly<Record<Field, string>>;

const numbers: readonly Field[] = ['lateRefundPercent', 'truckBags'];
const optional: readonly Field[] = ['businessAddress', 'officeHours', ...passageNames];

/** Returns the saved values as texts; a missing value is an empty field. */
export function textsOf({ passages, ...values }: OwnerValues): Texts {
  const entries = Object.entries({ ...values, ...passages }).map(([name, value]) => [
    name,
    value === null ? '' : String(value),
  ]);
  return Object.fromEntries(entries) as Texts;
}

/** Returns the values that differ from the saved ones, or an error for each invalid field. */
export function changesOf(
  texts: Texts,
  saved: OwnerValues,
): { changes: Partial<OwnerValues>; errors: null } | { changes: null; errors: Partial<Record<Field, string>> } {
  const before = textsOf(saved);
  const isChanged = (name: Field) => texts[name].trim() !== before[name];
  const readField = (name: Field) => {
    const text = texts[name].trim();
    if (numbers.includes(name)) return text === '' ? Number.NaN : Number(text);
    return text === '' && optional.includes(name) ? null : text;
  };
  const plain = (Object.keys(OwnerValues.shape) as (keyof OwnerValues)[]).filter(
    (name) => name !== 'passages',
  ) as Field[];
  const changes: Record<string, unknown> = {};
  for (const name of plain.filter(isChanged)) changes[name] = readField(name);
  if (passageNames.some(isChanged)) {
    changes.passages = Object.fromEntries(passageNames.map((name) => [name, readField(name)]));
  }
  const errors = errorsIn(changes);
  return Object.keys(errors).length > 0
    ? { changes: null, errors }
    : { changes: changes as Partial<OwnerValues>, errors: null };
}

function errorsIn(changes: Record<string, unknown>): Partial<Record<Field, string>> {
  const errors: Partial<Record<Field, string>> = {};
  const note = (name: string, schema: Schema, value: unknown) => {
    const parsed = schema.safeParse(value);
    if (!parsed.success) errors[name as Field] = parsed.error?.issues[0]?.message ?? 'Please check this';
  };
  const { passages, ...shape } = OwnerValues.shape;
  for (const [name, value] of Object.entries(changes)) {
    if (name in shape) note(name, shape[name as keyof typeof shape], value);
  }
  for (const [name, value] of Object.entries((changes.passages as object | undefined) ?? {})) {
    note(name, passages.shape[name as PassageName], value);
  }
  return errors;
}

interface Schema {
  safeParse(value: unknown): { success: boolean; error?: { issues: readonly { message: string }[] } | undefined };
}

/** Maps the server's errors to fields: "values.passages.law" is the field "law". */
export function fieldErrors(errors: Readonly<Record<string, string>>): Partial<Record<Field, string>> {
  return Object.fromEntries(Object.entries(errors).map(([path, message]) => [path.split('.').at(-1), message]));
}
