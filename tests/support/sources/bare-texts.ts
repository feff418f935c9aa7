import { join, relative } from 'node:path';
import {
  isBinaryExpression,
  isConditionalExpression,
  isFunctionDeclaration,
  isFunctionExpression,
  isFunctionLikeDeclaration,
  isJsxElement,
  isJsxExpression,
  isJsxFragment,
  isJsxText,
  isParenthesizedExpression,
  isReturnStatement,
  isStringLiteral,
  type JsxElement,
  type JsxFragment,
  type Node,
  type SourceFile,
  SyntaxKind,
} from 'typescript/unstable/ast';
import { API, type Checker, type Type, TypeFlags, type TypeReference, type UnionType } from 'typescript/unstable/sync';

const root = join(import.meta.dirname, '../../..');

/** These are rendered to plain HTML by the build. No React runs on their pages. */
const plainPages = /^web\/((landing|offline)\/|live\/(render|live-page)\.tsx)/;

const textTypes = TypeFlags.StringLike | TypeFlags.NumberLike | TypeFlags.BigIntLike;
const unknownTypes = TypeFlags.AnyOrUnknown | TypeFlags.TypeVariable;

/**
 * Returns where React code of web/ leaves a text bare, as "web/ui/badge.tsx:12 {label}". A translator of the browser
 * replaces every text node. React then throws when it removes the text, or places an element before it, and a text that
 * it changes stays as it was. A text that is the only child of its element is safe: React then sets the text of the
 * element. So a text is bare if it
 *
 * - has a sibling, even one that never changes: React may use the element again for other children,
 * - is in a fragment, which may have siblings, or
 * - is what a component returns.
 *
 * `planted` replaces the content of files, by their path, and only these files are searched.
 */
export function findBareTexts(planted: Readonly<Record<string, string>> = {}): string[] {
  const api = new API({ cwd: root, fs: { readFile: (path) => planted[relative(root, path)] } });
  try {
    const config = join(root, 'tsconfig.web.json');
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config);
    if (!project) throw new Error('TypeScript could not open tsconfig.web.json.');
    const { program, checker } = project;
    const searched = Object.keys(planted).map((name) => join(root, name));
    return (searched.length > 0 ? searched : program.getSourceFileNames()).flatMap((path) => {
      const name = relative(root, path);
      const isChecked = name.startsWith('web/') && name.endsWith('.tsx') && !plainPages.test(name);
      const file = isChecked ? program.getSourceFile(path) : undefined;
      return file ? bareTextsOf(file, checker).map((node) => placeOf(file, name, node)) : [];
    });
  } finally {
    api.close();
  }
}

function placeOf(file: SourceFile, name: string, node: Node): string {
  const start = node.getStart();
  const line = file.text.slice(0, start).split('\n').length;
  return `${name}:${line} ${file.text.slice(start, node.end).trim().replaceAll(/\s+/g, ' ')}`;
}

function bareTextsOf(file: SourceFile, checker: Checker): Node[] {
  const found: Node[] = [];
  const visit = (node: Node): void => {
    if (isJsxElement(node) || isJsxFragment(node)) found.push(...bareChildren(node, checker));
    if (isComponent(node)) found.push(...returnedBy(node).filter((value) => mayBeText(value, checker)));
    node.forEachChild(visit);
  };
  visit(file);
  return found;
}

function bareChildren(parent: JsxElement | JsxFragment, checker: Checker): Node[] {
  const children = parent.children.filter((child) => !isLayout(child));
  const texts = children.filter(
    (child) => isJsxText(child) || (isJsxExpression(child) && child.expression && mayBeText(child.expression, checker)),
  );
  if (isJsxFragment(parent)) return texts;
  return children.length === 1 ? [] : texts;
}

/** Returns true for whitespace between children, and for comments. No translator replaces them. */
function isLayout(child: Node): boolean {
  if (isJsxText(child)) return child.text.trim() === '';
  if (!isJsxExpression(child)) return false;
  const { expression } = child;
  return !expression || (isStringLiteral(expression) && expression.text.trim() === '');
}

function isComponent(node: Node): boolean {
  const isNamed = isFunctionDeclaration(node) || isFunctionExpression(node);
  return isNamed && node.name !== undefined && /^[A-Z]/.test(node.name.text);
}

/** Returns the values of a component's own return statements. */
function returnedBy(component: Node): Node[] {
  const values: Node[] = [];
  const visit = (node: Node): void => {
    if (isFunctionLikeDeclaration(node)) return;
    if (isReturnStatement(node) && node.expression) values.push(node.expression);
    node.forEachChild(visit);
  };
  component.forEachChild(visit);
  return values;
}

/** Returns true if React may render the expression as a text of its own. */
function mayBeText(expression: Node, checker: Checker): boolean {
  const isText = (part: Node) => mayBeText(part, checker);
  if (isParenthesizedExpression(expression)) return isText(expression.expression);
  if (isConditionalExpression(expression)) return isText(expression.whenTrue) || isText(expression.whenFalse);
  if (isBinaryExpression(expression)) {
    // A text on the left is empty here, and React renders nothing for it. It does render a 0.
    if (expression.operatorToken.kind === SyntaxKind.AmpersandAmpersandToken)
      return isText(expression.right) || isNumber(expression.left, checker);
  }
  return mayBe(checker.getTypeAtLocation(expression), textTypes | unknownTypes, checker);
}

function isNumber(expression: Node, checker: Checker): boolean {
  return ((checker.getTypeAtLocation(expression)?.flags ?? 0) & TypeFlags.NumberLike) !== 0;
}

/** Returns true if the type, or a part of it, has one of these flags. A type may contain itself. */
function mayBe(
  type: Type | undefined,
  flags: number,
  checker: Checker,
  seen: ReadonlySet<number> = new Set(),
): boolean {
  if (!type) return true;
  if (seen.has(type.id)) return false;
  const isPart = (part: Type) => mayBe(part, flags, checker, new Set([...seen, type.id]));
  if (type.flags & TypeFlags.Union) return (type as UnionType).getTypes().some(isPart);
  if (checker.isArrayType(type)) return checker.getTypeArguments(type as TypeReference).some(isPart);
  const isEmptyText = 'value' in type && type.value === '';
  return (type.flags & flags) !== 0 && !isEmptyText;
}
