/**
 * Detects invisible text. Some Unicode characters draw nothing: a name made of them looks empty. Others change the
 * direction of the text around them, so a name could scramble the line that it is in.
 */

/** Hangul fillers are letters, and the blank Braille pattern is a symbol, but neither draws anything. */
const visible = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u;

/** Returns true if at least one character draws something. */
export function hasVisibleCharacter(text: string): boolean {
  return visible.test(text);
}

/** Control, format (also direction marks and zero-width characters), private-use and line-separator characters. */
const hidden = /[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}]/u;

/** Zero-width joiners between visible characters. Indic and Persian names and some emoji need them. */
const joiners = /(?<=[\p{L}\p{M}\p{S}])[\u200C\u200D](?=[\p{L}\p{S}])/gu;

/** Returns true if the text contains a character that is invisible or changes the direction of the text. */
export function hasHiddenCharacter(text: string): boolean {
  return hidden.test(text.replace(joiners, ''));
}
