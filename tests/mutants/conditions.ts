import { type ESTree, parseSync, Visitor } from 'vite';

/** Finds the conditions of statements that write or lock, and makes each of them removable while tests run. */

/** A condition of an UPDATE, a DELETE or a SELECT … FOR UPDATE. */
export interface Condition {
  /** File, function and text, such as `server/pickups/pickups.store.ts setPaid: where('status', '<>', 'cancelled')`. */
  key: string;
  line: number;
}

interface Span {
  start: number;
  end: number;
}

/** A condition's source, and the code to put around it, which disables it while `isTakenOut(key)` is true. */
interface Removable extends Condition, Span {
  before: string;
  after: string;
}

const writes = ['updateTable', 'deleteFrom', 'forUpdate', 'forNoKeyUpdate', 'forShare'];
/** Matches a statement that writes, also after WITH, which may begin a statement that only reads. */
const sqlWrite = /^(WITH\b.*\b)?(UPDATE|DELETE|INSERT)\b/s;

/** Returns the conditions in a store's source, in their order. */
export function findConditions(file: string, source: string): Condition[] {
  return findRemovable(file, source).map(({ key, line }) => ({ key, line }));
}

/** Returns the source with every condition made removable: `globalThis.isTakenOut(key)` says which one is removed. */
export function makeRemovable(file: string, source: string): string {
  const inserts = findRemovable(file, source).flatMap(({ start, end, before, after }) => [
    { at: end, text: after, order: -start },
    { at: start, text: before, order: 1 },
  ]);
  // If one condition ends where the next begins, the end comes first. If two conditions end together, the inner one
  // does.
  inserts.sort((a, b) => a.at - b.at || a.order - b.order);
  let result = '';
  let from = 0;
  for (const { at, text } of inserts) {
    result += source.slice(from, at) + text;
    from = at;
  }
  return result + source.slice(from);
}

function findRemovable(file: string, source: string): Removable[] {
  const { functions, statements, terms, templates } = readSyntax(source, file);
  const within = (spans: readonly Span[], { start, end }: Span) =>
    spans.some((span) => span.start <= start && end <= span.end);
  const name = (term: Span) => functions.find((fn) => within([fn], term))?.name ?? 'module';
  const inChains = terms.filter((term) => within(statements, term));
  const inSql = templates.flatMap((template) => sqlConditions(source, template));
  return [...inChains, ...inSql]
    .sort((a, b) => a.start - b.start)
    .map(({ start, end, around }) => {
      const text = source.slice(start, end).replace(/^\./, '').replace(/\s+/g, ' ');
      const key = `${file} ${name({ start, end })}: ${text}`;
      const [before, after] = around(`globalThis.isTakenOut?.(${JSON.stringify(key)})`);
      return { key, line: source.slice(0, start).split('\n').length, start, end, before, after };
    });
}

type Around = (isTakenOut: string) => [before: string, after: string];

const aroundWhere: Around = (isTakenOut) => [`.$call((query) => ${isTakenOut} ? query : query`, ')'];
const aroundElement: Around = (isTakenOut) => [`...(${isTakenOut} ? [] : [`, '])'];
const aroundSql: Around = (isTakenOut) => [`\${${isTakenOut} ? sql\`true\` : sql\``, '`}'];

function readSyntax(source: string, file: string) {
  const functions: (Span & { name: string })[] = [];
  const calls: (Span & { names: string[]; isReturned: boolean })[] = [];
  const terms: (Span & { around: Around })[] = [];
  const templates: Span[] = [];
  const returned = new Set<ESTree.Node | null>();
  new Visitor({
    FunctionDeclaration: ({ id, start, end }) => functions.push({ name: id?.name ?? '', start, end }),
    ReturnStatement: ({ argument }) => returned.add(argument),
    CallExpression(call) {
      const names = namesOfChain(call);
      calls.push({ names, isReturned: returned.has(call), start: call.start, end: call.end });
      const [method] = names;
      if ((method === 'where' || method === 'whereRef') && !namesTheRow(call) && 'property' in call.callee) {
        const start = source.lastIndexOf('.', call.callee.property.start);
        terms.push({ start, end: call.end, around: aroundWhere });
      }
      const [list] = call.arguments;
      if ((method === 'and' || method === 'or') && list?.type === 'ArrayExpression') {
        for (const element of list.elements) if (element) terms.push({ ...spanOf(element), around: aroundElement });
      }
    },
    TaggedTemplateExpression({ tag, quasi }) {
      const text = source.slice(quasi.start + 1, quasi.end - 1).trim();
      const isSql = tag.type === 'Identifier' ? tag.name === 'sql' : false;
      if (isSql && sqlWrite.test(text)) templates.push(spanOf(quasi));
    },
  }).visit(parseSync(file, source).program);
  // A function that returns an unfinished UPDATE begins a statement too, because its caller adds conditions.
  const unfinished = calls.filter((call) => call.isReturned && call.names.some((name) => writes.includes(name)));
  const begins = functions.filter((fn) => unfinished.some((call) => fn.start <= call.start && call.end <= fn.end));
  const starts = [...writes, ...begins.map((fn) => fn.name)];
  return {
    functions,
    statements: calls.filter((call) => call.names.some((name) => starts.includes(name))),
    terms,
    templates,
  };
}

function spanOf({ start, end }: Span): Span {
  return { start, end };
}

/**
 * Returns the names called in a chain, last first: `where`, `set`, `updateTable` of
 * `db.updateTable(…).set(…).where(…)`.
 */
function namesOfChain(call: ESTree.CallExpression): string[] {
  const { callee } = call;
  if (callee.type === 'Identifier') return [callee.name];
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return [];
  const rest = callee.object.type === 'CallExpression' ? namesOfChain(callee.object) : [];
  return [callee.property.name, ...rest];
}

/**
 * Returns true if a condition only identifies the row. It needs no test: without it a statement would change the whole
 * table.
 */
function namesTheRow({ arguments: [column, operator] }: ESTree.CallExpression): boolean {
  if (column?.type !== 'Literal' || operator?.type !== 'Literal') return false;
  return /(^|\.)id$/.test(String(column.value)) && (operator.value === '=' || operator.value === 'in');
}

/** Returns the parts of an SQL template between WHERE, AND and the end of the clause. */
function sqlConditions(source: string, template: Span): (Span & { around: Around })[] {
  const found: Span[] = [];
  const open: { depth: number; start: number }[] = [];
  let depth = 0;
  const close = (end: number) => {
    const clause = open.pop();
    if (clause) found.push({ start: clause.start, end });
  };
  const tokens = /\b(WHERE|AND|ORDER BY|GROUP BY|RETURNING)\b|[()]/g;
  tokens.lastIndex = template.start;
  for (let token = tokens.exec(source); token && token.index < template.end; token = tokens.exec(source)) {
    const isInClause = open.at(-1)?.depth === depth;
    if (token[0] === '(') depth++;
    else if (token[0] === ')') {
      if (isInClause) close(token.index);
      depth--;
    } else if (token[0] === 'WHERE') open.push({ depth, start: tokens.lastIndex });
    else if (isInClause) {
      close(token.index);
      if (token[0] === 'AND') open.push({ depth, start: tokens.lastIndex });
    }
  }
  while (open.length > 0) close(template.end - 1);
  return found
    .map(({ start, end }) => {
      const text = source.slice(start, end);
      return { start: end - text.trimStart().length, end: start + text.trimEnd().length };
    })
    .filter(({ start, end }) => !/"id" =/.test(source.slice(start, end)))
    .map((span) => ({ ...span, around: aroundSql }));
}
