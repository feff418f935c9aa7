/** Lists what a first visit to a screen loads. tests/e2e/first-visits.test.ts limits the size (QUAL-2). */

/** The document and the lazily loaded files of each screen's first view. */
const screens = {
  '/login': ['entry.html', 'accounts/sign-in/login.page.tsx', 'ui/street/street.tsx'],
  '/dashboard': ['app.html', 'gates.tsx', 'customer/dashboard/dashboard.page.tsx'],
  '/admin': [
    'app.html',
    'gates.tsx',
    'admin/desk.tsx',
    'admin/admin.page.tsx',
    'admin/dashboard/dashboard-section.tsx',
  ],
  '/driver': ['app.html', 'gates.tsx', 'drivers/outbox/driver-frame.tsx', 'drivers/route/route.page.tsx'],
};

/** Returns the scripts of each screen, with everything they import: `{ '/login': ['assets/…js'] }`. */
export function firstVisits(manifest) {
  return Object.fromEntries(
    Object.entries(screens).map(([path, sources]) => {
      const chunks = new Set();
      const add = (key) => {
        if (chunks.has(key)) return;
        // Without this check, a page that was moved would silently be missing.
        if (!manifest[key]) throw new Error(`${path} needs ${key}, which is no file of the build`);
        chunks.add(key);
        for (const imported of manifest[key].imports ?? []) add(imported);
      };
      for (const source of sources) add(source);
      return [path, [...chunks].map((key) => manifest[key].file).filter((file) => file.endsWith('.js'))];
    }),
  );
}
