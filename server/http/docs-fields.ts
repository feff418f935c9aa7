/** The parts of a JSON schema that the page reads. */
export interface JsonSchema {
  type?: string | string[];
  format?: string;
  const?: unknown;
  enum?: unknown[];
  default?: unknown;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: JsonSchema | boolean;
  anyOf?: JsonSchema[];
}

/** One line of a table of fields; `name` has the way to it, as in `pickups[].address`. */
export interface FieldLine {
  name: string;
  type: string;
  isRequired: boolean;
  limits: string;
}

/** Every field that a schema describes, the ones inside of others too. A schema without fields is one line without a name. */
export function fieldsOf(schema: JsonSchema): FieldLine[] {
  const inner = fieldsWithin(schema, '');
  return schema.type === 'object' && schema.properties ? inner : [lineOf('', schema, true), ...inner];
}

function fieldsWithin(schema: JsonSchema, path: string): FieldLine[] {
  const { properties = {}, required = [], items, additionalProperties, anyOf = [] } = schema;
  const own = Object.entries(properties).flatMap(([key, field]) => {
    const name = path === '' ? key : `${path}.${key}`;
    return [lineOf(name, field, required.includes(key)), ...fieldsWithin(field, name)];
  });
  const listed = items ? fieldsWithin(items, `${path}[]`) : [];
  const keyed = typeof additionalProperties === 'object' ? fieldsWithin(additionalProperties, `${path}{key}`) : [];
  return [...own, ...listed, ...keyed, ...anyOf.flatMap((choice) => fieldsWithin(choice, path))];
}

function lineOf(name: string, schema: JsonSchema, isRequired: boolean): FieldLine {
  return { name, type: typeOf(schema), isRequired, limits: limitsOf(schema) };
}

function typeOf(schema: JsonSchema): string {
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(' or ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' or ');
  if (schema.items) return `list of ${typeOf(schema.items)}`;
  if (typeof schema.additionalProperties === 'object') return `object of ${typeOf(schema.additionalProperties)}`;
  return schema.format ?? ([schema.type ?? []].flat().join(' or ') || 'anything');
}

/** What zod writes where a whole number may have any value. */
const isAnyInteger = (value: number) => Math.abs(value) === Number.MAX_SAFE_INTEGER;

function limitsOf(schema: JsonSchema): string {
  const { minLength, maxLength, minItems, maxItems, format, pattern } = schema;
  const [minimum, maximum] = [schema.minimum, schema.maximum].map((value) =>
    value === undefined || isAnyInteger(value) ? undefined : value,
  );
  return [
    range(minLength, maxLength, 'characters'),
    range(minItems, maxItems, 'items'),
    range(minimum, maximum, ''),
    // A format says what its pattern says, in one word.
    !format && pattern && `matches ${pattern}`,
    schema.default !== undefined && `default ${JSON.stringify(schema.default)}`,
  ]
    .filter(Boolean)
    .join(', ');
}

function range(least: number | undefined, most: number | undefined, unit: string): string {
  if (least === undefined && most === undefined) return '';
  const text =
    least === undefined ? `at most ${most}` : most === undefined ? `at least ${least}` : `${least} to ${most}`;
  return `${text} ${unit}`.trim();
}
