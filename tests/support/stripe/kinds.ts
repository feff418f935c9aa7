import { invalid } from './faults.ts';
import type { Raw } from './form.ts';

/**
 * The kinds that a parameter may have, derived from its type in the SDK: a table entry that doesn't match the pinned API
 * version doesn't compile. Enums list their values; the SDK's "any other string" is not accepted.
 */
export type Kind<T> =
  | Plain<T>
  | ([Words<T>] extends [never] ? never : { readonly oneOf: readonly Words<T>[] })
  | ('' extends T ? { readonly emptyOr: Plain<Exclude<T, ''>> } : never);

type Words<T> = T extends string ? (string extends T ? never : T extends '' ? never : T) : never;

type Plain<T> = T extends boolean
  ? 'flag'
  : T extends number
    ? 'whole'
    : T extends string
      ? string extends T
        ? 'text'
        : never
      : T extends readonly (infer Item)[]
        ? { readonly each: Kind<Item> }
        : T extends object
          ? string extends keyof T
            ? 'metadata'
            : { readonly fields: Fields<T> }
          : never;

export type Fields<T> = { readonly [Key in keyof T]?: Kind<NonNullable<T[Key]>> };

/** A kind without its type parameter. */
type AnyKind =
  | 'flag'
  | 'whole'
  | 'text'
  | 'metadata'
  | { readonly oneOf: readonly string[] }
  | { readonly emptyOr: AnyKind }
  | { readonly each: AnyKind }
  | { readonly fields: { readonly [key: string]: AnyKind } };

/** Converts a form's values to the kinds in the table. Throws a 400 for everything else. */
export function readFields(raw: { [key: string]: Raw }, fields: object, at = ''): Record<string, unknown> {
  const kinds = fields as { readonly [key: string]: AnyKind };
  const entries = Object.entries(raw).map(([key, value]) => {
    const name = at ? `${at}[${key}]` : key;
    const kind = Object.hasOwn(kinds, key) ? kinds[key] : undefined;
    if (!kind) throw invalid(`Received unknown parameter: ${name}`, { param: name, code: 'parameter_unknown' });
    return [key, readOne(value, kind, name)] as const;
  });
  return Object.fromEntries(entries);
}

function readOne(raw: Raw, kind: AnyKind, name: string): unknown {
  if (typeof kind === 'object') {
    if ('emptyOr' in kind) return raw === '' ? '' : readOne(raw, kind.emptyOr, name);
    if ('fields' in kind) return readFields(objectOf(raw, name), kind.fields, name);
    if ('each' in kind) return readList(objectOf(raw, name), kind.each, name);
    if (typeof raw === 'string' && kind.oneOf.includes(raw)) return raw;
    throw wrong(name, `must be one of ${kind.oneOf.join(', ')}`);
  }
  if (kind === 'metadata') return readMetadata(objectOf(raw, name), name);
  if (typeof raw !== 'string') throw wrong(name, 'must be a value');
  if (raw === '') throw wrong(name, 'must not be empty');
  if (kind === 'flag') {
    if (raw !== 'true' && raw !== 'false') throw wrong(name, 'must be true or false');
    return raw === 'true';
  }
  if (kind === 'whole') {
    if (!/^-?\d{1,15}$/.test(raw)) throw wrong(name, 'must be an integer');
    return Number(raw);
  }
  return raw;
}

function readList(raw: { [key: string]: Raw }, kind: AnyKind, name: string): unknown[] {
  return Object.entries(raw).map(([key, value], index) => {
    if (key !== String(index)) throw wrong(name, 'must be a list that is numbered from 0');
    return readOne(value, kind, `${name}[${index}]`);
  });
}

/**
 * Reads metadata, which may contain only ids and keys: personal data must not be sent to Stripe there. Throws a 400
 * otherwise.
 */
function readMetadata(raw: { [key: string]: Raw }, name: string): Record<string, string> {
  for (const [key, value] of Object.entries(raw)) {
    if (typeof value !== 'string' || key.length > 40 || value.length > 500) throw wrong(name, 'must be short texts');
    if (!/^[\w:.-]+$/.test(value)) throw wrong(`${name}[${key}]`, 'must be an id (a rule of this stand-in)');
  }
  return raw as Record<string, string>;
}

function objectOf(raw: Raw, name: string): { [key: string]: Raw } {
  if (typeof raw === 'string') throw wrong(name, 'must be an object');
  return raw;
}

function wrong(name: string, why: string): Error {
  return invalid(`Invalid ${name}: ${why}`, { param: name, code: 'parameter_invalid' });
}
