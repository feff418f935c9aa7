import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';

/** The files of `deploy/watch` name only metrics that exist, and headings of incidents.md that exist. */

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const alerts = read('deploy/watch/alerts.yml');
const valuesOf = (key: string) =>
  [...alerts.matchAll(new RegExp(`^\\s+${key}: (.+)$`, 'gm'))].map(([, value = '']) => value);

/** Returns every string below `key` in a JSON document. */
function stringsOf(json: unknown, key: string): string[] {
  if (json === null || typeof json !== 'object') return [];
  return Object.entries(json).flatMap(([name, value]) =>
    name === key && typeof value === 'string' ? [value] : stringsOf(value, key),
  );
}

/** Words of PromQL that are no metric. */
const notMetrics = new Set(['sum', 'max', 'min', 'by', 'rate', 'increase', 'histogram_quantile', 'offset', 'time']);

/** Returns the metrics that an expression names. */
function metricsOf(expression: string): string[] {
  const bare = expression
    .replaceAll(/\{[^}]*\}/g, '')
    .replaceAll(/\[[^\]]*\]/g, '')
    .replaceAll(/\bby \([^)]*\)/g, '')
    .replaceAll(/offset \w+/g, '');
  return (bare.match(/[a-z_]\w*/gi) ?? []).filter((word) => !notMetrics.has(word));
}

let t: TestApp;
let metrics: string;
beforeAll(async () => {
  t = await startTestApp();
  metrics = (await t.call('GET', '/metrics')).body;
});
afterAll(async () => await t.close());

/** Prometheus itself has `up`. A histogram's series have their own endings. */
const exists = (metric: string) =>
  metric === 'up' ||
  new RegExp(`^# TYPE ${metric.replace(/_(bucket|count|sum)$/, '(_(bucket|count|sum))?')} `, 'm').test(metrics);

describe('the alerts', () => {
  it('are made of metrics that the server has', () => {
    const expressions = valuesOf('expr');
    expect(expressions.length).toBe(valuesOf('- alert').length);
    expect(expressions.flatMap(metricsOf).filter((metric) => !exists(metric))).toEqual([]);
  });

  it('each lead to a heading of incidents.md, and each heading has a text', () => {
    const pages = valuesOf('page');
    expect(pages.length).toBe(valuesOf('- alert').length);
    const incidents = read('docs/operations/incidents.md');
    const missing = pages.filter((page) => !new RegExp(`^#+ ${page}\n\n\\S`, 'm').test(incidents));
    expect(missing).toEqual([]);
  });
});

describe('the dashboard', () => {
  const dashboard: unknown = JSON.parse(read('deploy/watch/grafana/dashboards/stoop.json'));

  it('is made of metrics that the server has', () => {
    const expressions = stringsOf(dashboard, 'expr');
    expect(expressions.length).toBeGreaterThan(20);
    expect(expressions.flatMap(metricsOf).filter((metric) => !exists(metric))).toEqual([]);
  });

  it('asks the data source that is provisioned', () => {
    const provisioned = read('deploy/watch/grafana/provisioning/datasources/prometheus.yml');
    const uid = /uid: (\S+)/.exec(provisioned)?.[1];
    const asked = stringsOf(dashboard, 'uid').filter((name) => name !== 'stoop');
    expect(new Set(asked)).toEqual(new Set([uid]));
  });
});

it('every service of compose.yaml limits its log', () => {
  const services =
    read('compose.yaml')
      .split(/^services:$/m)[1]
      ?.split(/^\w/m)[0] ?? '';
  const blocks = services.split(/^ {2}(?=[\w-]+:)/m).filter((block) => /^[\w-]+:/.test(block));
  expect(blocks.length).toBeGreaterThanOrEqual(7);
  const unlimited = blocks.filter((block) => !/logging: \*logging|\*instance|<<: \*app/.test(block));
  expect(unlimited).toEqual([]);
});
