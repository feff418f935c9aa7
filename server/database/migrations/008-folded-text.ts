import { type Kysely, sql } from 'kysely';

/** The text `$1` folded, whatever its characters are. */
export const foldedLetters = sql`
  btrim(regexp_replace(regexp_replace(
    replace(replace(replace(replace(
      translate(
        lower(normalize(
          regexp_replace(
            translate($1, U&'\\0027\\0060\\00B4\\02B9\\02BB\\02BC\\02BD\\02C8\\2018\\2019\\201A\\201B\\2032\\FF07', ''),
            U&'([\\00BC-\\00BE\\2150-\\215E])', ' \\1', 'g'),
          NFKD)),
        U&'\\002D\\2010\\2011\\2012\\2013\\2014\\2015\\2043\\2212\\2044\\0142\\0141\\00F8\\00D8\\0111\\0110\\0131\\00C6\\0152\\00DE',
        U&'         /llooddi\\00E6\\0153\\00FE'),
      U&'\\00E6', 'ae'), U&'\\0153', 'oe'), U&'\\00DF', 'ss'), U&'\\00FE', 'th'),
    U&'[\\0300-\\036F\\00AD\\200B-\\200D\\2060\\FEFF]', '', 'g'), '\\s+', ' ', 'g'))`;

/**
 * Creates `fold(text)`, which makes texts equal that differ only in spelling: case, accents, apostrophes, hyphens and
 * dashes, "½" and "1/2", and composed and decomposed letters. Searches compare folded texts, through indexes on them
 * (009-search-indexes). The extension `unaccent` isn't used: some managed databases don't have it, and an index can't use it.
 *
 * The steps: apostrophes go, a fraction gets a space before it, letters are decomposed and lowered, dashes become spaces,
 * letters without a decomposition become plain ones, marks and invisible characters go, and spaces are joined.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE FUNCTION fold(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN ${foldedLetters}`.execute(
    db,
  );
}
