/** Thrown when this version can't work on the database's schema. The message is a sentence for the operator. */
export class SchemaError extends Error {
  override name = 'SchemaError';
}
