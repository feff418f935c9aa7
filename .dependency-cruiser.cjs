// The import rules between folders. Each rule gives its reason; docs/architecture.md shows the layout.
module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      comment: 'A circle cannot be read from any end, nor tested in pieces.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'contract-stands-alone',
      comment: 'The contract is what both sides agree on: it may know neither of them.',
      severity: 'error',
      from: { path: '^contract/' },
      to: { path: '^(server|web|tests|scripts|bench)/' },
    },
    {
      name: 'web-never-reaches-server',
      comment: 'What the browser runs must not pull in server code; it asks through the contract.',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: '^(server|scripts|tests|bench)/' },
    },
    {
      name: 'server-never-reaches-web',
      comment: 'The server serves built files and knows no component.',
      severity: 'error',
      from: { path: '^server/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(web|tests|bench)/' },
    },
    {
      name: 'rules-are-pure',
      comment: 'A rule gets facts and the time as arguments, so it can be tested without a database or a clock.',
      severity: 'error',
      from: { path: '^server/.*rules\\.ts$' },
      to: { pathNot: ['^contract/', 'rules\\.ts$'] },
    },
    {
      name: 'planning-is-pure',
      comment: 'A day is read whole, then planned from its facts alone: the plan may be given up and made again.',
      severity: 'error',
      from: { path: '^server/routing/day/plan/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^(server|node_modules)/',
        pathNot: [
          'rules\\.ts$',
          '^server/routing/(day/plan|solver)/',
          '^server/routing/day/read/(day|stop-windows)\\.ts$',
        ],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'sql-only-in-stores',
      comment: 'One place a feature asks the database, so a query can be found and a schema changed.',
      severity: 'error',
      from: {
        path: '^server/',
        pathNot: [
          '[.]store\\.ts$',
          '^server/(database/|jobs/queue\\.ts|assemble\\.ts|open-services\\.ts)',
          '\\.test\\.ts$',
        ],
      },
      to: {
        path: '^(server/database/|node_modules/kysely/)',
        pathNot: '^server/database/(transaction|unavailable|schema-rules)\\.ts$',
      },
    },
    {
      name: 'features-meet-through-use-cases',
      comment: "A feature never opens another's store or routes; it calls a use case, which keeps the rules.",
      severity: 'error',
      from: { path: '^server/([^/]+)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^server/.+/([^/]+[.]store|routes)[.]ts$', pathNot: '^server/$1/' },
    },
    {
      name: 'no-orphans',
      comment: 'A file that nothing reaches is dead.',
      severity: 'error',
      from: { orphan: true, pathNot: ['\\.d\\.ts$', '\\.test\\.tsx?$', '\\.(mjs|cjs)$', '^(scripts|bench|tests)/'] },
      to: {},
    },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      conditionNames: ['import', 'node', 'default'],
      exportsFields: ['exports'],
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
    },
    doNotFollow: { path: 'node_modules' },
  },
};
