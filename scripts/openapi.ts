import { writeFileSync } from 'node:fs';
import { openApiDocument } from '../server/http/openapi.ts';

// npm run openapi [-- FILE]: writes the OpenAPI document, to openapi.json by default.
const file = process.argv[2] ?? 'openapi.json';
writeFileSync(file, `${JSON.stringify(openApiDocument('Stoop'), null, 2)}\n`);
console.log(`Wrote ${file}`);
