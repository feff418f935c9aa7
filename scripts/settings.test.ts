import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { readSettings } from '../server/settings/settings.ts';
import { envExamplePath, readmePath, renderEnvExample, renderReadme } from './settings.ts';

const remedy = "differs from server/settings/table.ts: run 'npm run settings'";

describe('the settings table', () => {
  it('is the table of the README', () => {
    const readme = readFileSync(readmePath, 'utf8');
    expect(readme === renderReadme(readme), `README.md ${remedy}`).toBe(true);
  });

  it('is .env.example', () => {
    expect(readFileSync(envExamplePath, 'utf8') === renderEnvExample(), `.env.example ${remedy}`).toBe(true);
  });

  it('names the defaults that the server uses', () => {
    const uncommented = renderEnvExample().replaceAll(/^#(?=[A-Z])/gm, '');
    const { S3_REGION, ...env } = parseEnv(uncommented);
    expect(readSettings(env, [])).toEqual(readSettings({}, []));
    const bucket = {
      S3_ENDPOINT: 'https://s3.example',
      S3_BUCKET: 'photos',
      S3_ACCESS_KEY_ID: 'a',
      S3_SECRET_ACCESS_KEY: 'b',
    };
    expect(readSettings({ ...bucket, S3_REGION }, [])).toEqual(readSettings(bucket, []));
  });
});
