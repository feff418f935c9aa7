import damerauLevenshtein from 'damerau-levenshtein';
import { settingsTable } from './table.ts';

const ownNames: readonly string[] = settingsTable.map((setting) => setting.name);
const ownPrefixes = ['BRAND_', 'SUPPORT_', 'STRIPE_', 'SAME_DAY_', 'METRICS_', 'SMTP_', 'STOOP_'];

/** Variables that Kubernetes and Docker links make for a service that happens to be named like one of our prefixes. */
const SERVICE_LINK =
  /_SERVICE_(HOST|PORT)(_[A-Z0-9_]+)?$|_PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?$|_ENV_[A-Z0-9_]+$/;
const SERVICE_ADDRESS = /^(tcp|udp|sctp):\/\//;

/** Variables of the environment that were surely meant for us and are none of our settings, each with a sentence. */
export function findUnknownSettings(env: NodeJS.ProcessEnv): string[] {
  const sentences: string[] = [];
  for (const [name, value] of Object.entries(env)) {
    if (ownNames.includes(name)) continue;
    if (SERVICE_LINK.test(name) || SERVICE_ADDRESS.test(value ?? '')) continue;
    const meant = ownNames.find((own) => isNearMiss(name, own));
    if (meant !== undefined) sentences.push(`Unknown setting ${name}: did you mean ${meant}?`);
    else if (ownPrefixes.some((prefix) => name.startsWith(prefix))) {
      sentences.push(`Unknown setting ${name}: the README lists the settings.`);
    }
  }
  return sentences;
}

/**
 * The shorter a name, the likelier that a similar one is somebody else's (API_URL, LHOST, SORT), so short names count
 * as missed only with the same letters in another order, a doubled one or the wrong case; and one letter replaced by
 * another is forgiven in long names only.
 */
function isNearMiss(name: string, own: string): boolean {
  const upper = name.toUpperCase();
  if (upper === own) return true;
  if (own.length <= 4) return isSwapOf(upper, own) || hasDoubledLetter(upper, own);
  if (upper.replaceAll('_', '') === own.replaceAll('_', '')) return true;
  if (own.length <= 8) return isSwapOf(upper, own) || isInsertion(upper, own) || isInsertion(own, upper);
  return damerauLevenshtein(upper, own).steps <= 2;
}

/** Two neighbouring letters stand in the wrong order: PROT for PORT. */
function isSwapOf(name: string, own: string): boolean {
  if (name.length !== own.length) return false;
  const at = [...name].findIndex((letter, index) => letter !== own[index]);
  return `${own.slice(0, at)}${own.charAt(at + 1)}${own.charAt(at)}${own.slice(at + 2)}` === name;
}

/** The longer text is the shorter one with one letter put in. */
function isInsertion(longer: string, shorter: string): boolean {
  if (longer.length !== shorter.length + 1) return false;
  return [...longer].some((_, index) => longer.slice(0, index) + longer.slice(index + 1) === shorter);
}

function hasDoubledLetter(name: string, own: string): boolean {
  return isInsertion(name, own) && [...name].some((letter, index) => letter === name[index + 1]);
}
