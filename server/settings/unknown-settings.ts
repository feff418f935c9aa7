import damerauLevenshtein from 'damerau-levenshtein';
import { settingsTable } from './table.ts';

const ownNames: readonly string[] = settingsTable.map((setting) => setting.name);
const ownPrefixes = ['BRAND_', 'SUPPORT_', 'STRIPE_', 'SAME_DAY_', 'METRICS_', 'SMTP_', 'STOOP_'];

/** Variables that Kubernetes and Docker links create for a service whose name starts with one of our prefixes. */
const SERVICE_LINK =
  /_SERVICE_(HOST|PORT)(_[A-Z0-9_]+)?$|_PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?$|_ENV_[A-Z0-9_]+$/;
const SERVICE_ADDRESS = /^(tcp|udp|sctp):\/\//;

/** Finds environment variables that were probably meant as settings. Returns a sentence for each. */
export function findUnknownSettings(env: NodeJS.ProcessEnv): string[] {
  const problems: string[] = [];
  for (const [name, value] of Object.entries(env)) {
    if (ownNames.includes(name)) continue;
    if (SERVICE_LINK.test(name) || SERVICE_ADDRESS.test(value ?? '')) continue;
    const meant = ownNames.find((own) => isNearMiss(name, own));
    if (meant !== undefined) problems.push(`Unknown setting ${name}. Did you mean ${meant}?`);
    else if (ownPrefixes.some((prefix) => name.startsWith(prefix))) {
      problems.push(`Unknown setting ${name}. The README lists the settings.`);
    }
  }
  return problems;
}

/**
 * Returns true if a variable's name is probably a misspelled setting. Short names are often similar to variables of
 * other programs (API_URL, LHOST, SORT), so they count only with swapped or doubled letters or the wrong case. A
 * replaced letter counts only in long names.
 */
function isNearMiss(name: string, own: string): boolean {
  const upper = name.toUpperCase();
  if (upper === own) return true;
  if (own.length <= 4) return isSwapOf(upper, own) || hasDoubledLetter(upper, own);
  if (upper.replaceAll('_', '') === own.replaceAll('_', '')) return true;
  if (own.length <= 8) return isSwapOf(upper, own) || isInsertion(upper, own) || isInsertion(own, upper);
  return damerauLevenshtein(upper, own).steps <= 2;
}

/** Returns true if two adjacent letters are swapped: PROT for PORT. */
function isSwapOf(name: string, own: string): boolean {
  if (name.length !== own.length) return false;
  const at = [...name].findIndex((letter, index) => letter !== own[index]);
  return `${own.slice(0, at)}${own.charAt(at + 1)}${own.charAt(at)}${own.slice(at + 2)}` === name;
}

/** Returns true if the longer text is the shorter one with one letter inserted. */
function isInsertion(longer: string, shorter: string): boolean {
  if (longer.length !== shorter.length + 1) return false;
  return [...longer].some((_, index) => longer.slice(0, index) + longer.slice(index + 1) === shorter);
}

function hasDoubledLetter(name: string, own: string): boolean {
  return isInsertion(name, own) && [...name].some((letter, index) => letter === name[index + 1]);
}
