import { type FieldLine, fieldsOf, type JsonSchema } from './docs-fields.ts';
import { docsStyle } from './docs-style.ts';
import { openApiDocument } from './openapi.ts';
import { escapeHtml } from './pages.ts';

interface Content {
  content: Record<string, { schema: JsonSchema }>;
}

/** An operation of our own OpenAPI document. */
interface Operation {
  operationId: string;
  tags: [string];
  'x-access'?: string;
  parameters: { name: string; in: 'path' | 'query'; required: boolean; schema: JsonSchema }[];
  requestBody?: Content;
  responses: Record<string, Content>;
}

type Call = Operation & { method: string; path: string };

/** The whole contract as one page for people. */
export function docsPage(title: string): string {
  const { paths } = openApiDocument(title) as { paths: Record<string, Record<string, Operation>> };
  const calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]): Call => ({ ...operation, method, path })),
  );
  const features = [...Map.groupBy(calls, (call) => call.tags[0])];
  const name = escapeHtml(title);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${name} API</title>
<style>${docsStyle}</style>
</head>
<body>
<nav aria-label="Calls">
${features.map(([feature, members]) => contents(feature, members)).join('\n')}
</nav>
<main>
<h1>${name} API</h1>
<p>${calls.length} calls, JSON both ways; <a href="/openapi.json">the same for machines</a>. Whoever is signed in sends
<code>Authorization: Bearer …</code> with the token that signing in answered. Fields that are not listed are ignored.
Every refusal has the body <code>{"message": …, "code"?: …, "errors"?: {field: message}}</code>.</p>
${features.map(([feature, members]) => section(feature, members)).join('\n')}
</main>
</body>
</html>
`;
}

const headingOf = (feature: string) => feature.charAt(0).toUpperCase() + feature.slice(1);

function contents(feature: string, calls: Call[]): string {
  const links = calls.map(({ operationId }) => `<li><a href="#${operationId}">${operationId}</a></li>`);
  return `<a href="#${feature}"><strong>${headingOf(feature)}</strong></a>\n<ul>${links.join('')}</ul>`;
}

function section(feature: string, calls: Call[]): string {
  return `<section aria-labelledby="${feature}">
<h2 id="${feature}">${headingOf(feature)}</h2>
${calls.map(article).join('\n')}
</section>`;
}

function article(call: Call): string {
  const { operationId, method, path, requestBody, responses } = call;
  const [[status, success] = ['200', undefined], ...refused] = Object.entries(responses);
  const parameters = call.parameters.map((parameter) => ({ ...fieldOf(parameter), place: parameter.in }));
  return `<article id="${operationId}">
<h3><code><span class="method ${method}">${method.toUpperCase()}</span> ${escapeHtml(path)}</code></h3>
<p class="about">${operationId} · ${accessWords[call['x-access'] ?? 'public']}</p>
<div class="parts">
<div>
${table(
  'In the path',
  parameters.filter(({ place }) => place === 'path'),
)}
${table(
  'In the query',
  parameters.filter(({ place }) => place === 'query'),
)}
${requestBody ? table('Body', fieldsOf(schemaOf(requestBody))) : ''}
${refusalList(refused.map(([code]) => code))}
</div>
<div>
${success ? table(`Answer, ${status}`, fieldsOf(schemaOf(success))) : ''}
</div>
</div>
</article>`;
}

const accessWords: Record<string, string> = {
  public: 'for anybody',
  user: 'for anybody who is signed in',
  customer: 'for customers',
  driver: 'for drivers',
  admin: 'for admins',
};

/** A file is named by the types that it may have. */
function schemaOf({ content }: Content): JsonSchema {
  return content['application/json']?.schema ?? { type: Object.keys(content) };
}

function fieldOf({ name, required, schema }: Operation['parameters'][number]): FieldLine {
  const [line] = fieldsOf(schema);
  return { type: '', limits: '', ...line, name, isRequired: required };
}

function table(heading: string, fields: FieldLine[]): string {
  if (fields.length === 0) return '';
  const rows = fields.map(
    ({ name, type, isRequired, limits }) =>
      `<tr><th scope="row">${name ? `<code>${breakable(name)}</code>` : 'the whole'}</th><td>${escapeHtml(type)}` +
      `<span class="soft">${isRequired ? '' : ', optional'}${limits && `, ${escapeHtml(limits)}`}</span></td></tr>`,
  );
  return `<h4>${heading}</h4>\n<table><tbody>${rows.join('\n')}</tbody></table>`;
}

/** A long way to a field breaks at its dots. */
const breakable = (name: string) => escapeHtml(name).replaceAll('.', '.<wbr>');

const refusalWords: Record<string, string> = {
  400: 'bad input, with one message a field',
  401: 'no session, or an expired one',
  402: 'the card was refused',
  403: 'signed in with another role',
  404: 'not there, or somebody else’s',
  409: 'against a rule, or somebody was quicker',
  413: 'too large a file',
  415: 'another type of file',
  422: 'there is nothing to do it with',
  429: 'too often; Retry-After says how long to wait',
  500: 'our mistake',
  503: 'busy, or something we need is away; try again',
};

function refusalList(codes: string[]): string {
  const lines = codes.map((code) => `<dt>${code}</dt><dd>${refusalWords[code] ?? 'refused'}</dd>`);
  return `<h4>Refusals</h4>\n<dl>${lines.join('')}</dl>`;
}
