// Folders must not import each other in a cycle. Tests are exempt.
module.exports = {
  forbidden: [
    {
      name: 'no-folder-cycles',
      comment: 'A folder that needs another which needs it back cannot be read, moved or changed alone.',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
  ],
  options: { ...require('./.dependency-cruiser.cjs').options, exclude: { path: '\\.test\\.tsx?$' } },
};
