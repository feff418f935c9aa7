import compat from '@mdn/browser-compat-data' with { type: 'json' };
import type { CompatStatement } from '@mdn/browser-compat-data/types';
import { parseAst } from 'vite';
import { browserFloor } from '../../../scripts/browser-floor.mjs';

interface Feature {
  readonly __compat?: CompatStatement;
}
const featuresOf = (parent: object) => Object.entries(parent as Record<string, Feature>);

const compatNames = { ios_saf: 'safari_ios' } as Readonly<Record<string, string>>;
const floor = browserFloor.map(({ browser, version }) => ({ browser: compatNames[browser] ?? browser, version }));

/** Returns true if one of the oldest supported browsers lacks the feature. */
function isTooNew({ support }: CompatStatement): boolean {
  return floor.some(({ browser, version }) => {
    const statement = support[browser as keyof typeof support];
    const supported = Array.isArray(statement) ? statement : statement ? [statement] : [];
    return !supported.some(({ version_added: added, flags, alternative_name: otherName }) => {
      return typeof added === 'string' && !flags && !otherName && isAtMost(added.replace('≤', ''), version);
    });
  });
}

/** Returns true if a version is at most another one. 'preview' never is. */
function isAtMost(added: string, version: string): boolean {
  const [major = Number.NaN, minor = 0] = added.split('.').map(Number);
  const [floorMajor = 0, floorMinor = 0] = version.split('.').map(Number);
  return major < floorMajor || (major === floorMajor && minor <= floorMinor);
}

/** The objects whose methods are checked. Methods are recognized only by their names. */
const commonObjects =
  /^((HTML|SVG)?\w*Element|Node|Document|DOMRect|Window|Navigator|AbortSignal|Request|Response|URL|File|Blob)$/;

/**
 * Lists the names that scripts use: globals ('Iterator'), their members ('Map.groupBy'), and members that only newer
 * browsers have ('.isSubsetOf').
 */
function listScriptNames() {
  const globals = new Set<string>();
  const members = new Set<string>();
  /** Says for every member's name whether the oldest supported browsers have it on any object. */
  const known = new Map<string, boolean>();
  const builtIns = featuresOf(compat.javascript?.builtins ?? {});
  const builtInNames = new Set(builtIns.map(([name]) => name));
  for (const [name, object] of [...builtIns, ...featuresOf(compat.api)]) {
    const isBuiltIn = builtInNames.has(name);
    const isNewObject = object.__compat !== undefined && isTooNew(object.__compat);
    if (isNewObject) globals.add(name);
    for (const [key, member] of featuresOf(object)) {
      if (key === '__compat' || member.__compat === undefined) continue;
      const memberName = key.replace(/_static$/, '');
      if (!/^\w+$/.test(memberName) || memberName.endsWith('_event')) continue;
      const isNew = isTooNew(member.__compat);
      if (isNew) members.add(`${name}.${memberName}`);
      if (isNew && name === 'Window') globals.add(memberName);
      if (!isNew || isBuiltIn || commonObjects.test(name))
        known.set(memberName, known.get(memberName) === true || !isNew);
    }
  }
  const onlyNew = new Set([...known].filter(([, isKnown]) => !isKnown).map(([name]) => name));
  return { globals, members, onlyNew };
}

const scriptNames = listScriptNames();

interface Node {
  readonly type: string;
  readonly [field: string]: unknown;
}
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;
const nameOf = (value: unknown) => (isNode(value) && value.type === 'Identifier' ? String(value.name) : '');

/**
 * Returns the features in a built script that one of the oldest supported browsers lacks, sorted. A name may also
 * belong to something else.
 */
export function tooNewInScript(source: string): string[] {
  const found = new Set<string>();
  const look = (node: Node) => {
    const [object, property] = [nameOf(node.object), node.computed ? '' : nameOf(node.property)];
    if (node.type === 'MemberExpression') {
      const isGlobal = /^(window|globalThis|self)$/.test(object);
      if (isGlobal && scriptNames.globals.has(property)) found.add(property);
      if (scriptNames.globals.has(object)) found.add(object);
      if (scriptNames.members.has(`${object}.${property}`)) found.add(`${object}.${property}`);
    }
    const callee = node.type === 'CallExpression' && isNode(node.callee) ? node.callee : null;
    const method = callee?.type === 'MemberExpression' && !callee.computed ? nameOf(callee.property) : '';
    if (scriptNames.onlyNew.has(method)) found.add(`.${method}()`);
    if (node.type === 'NewExpression' && scriptNames.globals.has(nameOf(node.callee))) found.add(nameOf(node.callee));
    const regex = node.type === 'Literal' ? (node.regex as { flags: string } | undefined) : undefined;
    if (regex?.flags.includes('v')) found.add('/v');
    for (const value of Object.values(node)) {
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) look(child);
    }
  };
  look(parseAst(source) as unknown as Node);
  return [...found].sort();
}

/**
 * Returns the properties and at-rules in a built stylesheet that one of the oldest supported browsers lacks, sorted.
 * Our own properties begin with two dashes.
 */
export function tooNewInStyle(css: string): string[] {
  const found = new Set<string>();
  for (const [, name = ''] of css.matchAll(/[{;]\s*([a-z][a-z-]*)\s*:(?!:)/g)) {
    const known = compat.css.properties?.[name]?.__compat;
    if (known && isTooNew(known)) found.add(name);
  }
  for (const [, name = ''] of css.matchAll(/@([a-z-]+)[\s{(]/g)) {
    const known = compat.css['at-rules']?.[name]?.__compat;
    if (known && isTooNew(known)) found.add(`@${name}`);
  }
  for (const name of ['light-dark', 'anchor', 'if']) if (css.includes(`${name}(`)) found.add(`${name}()`);
  return [...found].sort();
}
