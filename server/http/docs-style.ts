/** The page's only style, inline: its hash is let through by the content security policy. */
export const docsStyle = `
:root { color-scheme: light; --ink: #10223c; --soft: #445469; --line: #cad6df; --azure: #11549f; --step: #eaf1f6; --brick: #a03324; }
* { box-sizing: border-box; }
html { scroll-padding-top: 1.5rem; }
body { margin: 0; background: #f7fbfc; color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
a { color: var(--azure); }
code { font: 0.875rem/1.5 ui-monospace, "Cascadia Mono", Menlo, Consolas, monospace; overflow-wrap: break-word; }
nav { padding: 1.5rem 1.25rem; border-bottom: 1px solid var(--line); }
nav strong, nav a { display: block; }
nav ul { list-style: none; margin: 0 0 1rem; padding: 0; }
nav li a { padding: 0.25rem 0; color: var(--soft); text-decoration: none; font-size: 0.9375rem; }
nav a:hover { color: var(--azure); text-decoration: underline; }
main { padding: 1.5rem 1.25rem 4rem; max-width: 76rem; }
h1 { margin: 0 0 0.5rem; font-size: 2rem; line-height: 1.2; }
h2 { margin: 3rem 0 1rem; padding-top: 0.75rem; border-top: 2px solid var(--ink); font-size: 1.5rem; }
article { margin: 0 0 1.25rem; padding: 1.25rem; background: #fff; border: 1px solid var(--line); border-radius: 12px; }
h3 { margin: 0; font-size: 1.0625rem; overflow-wrap: anywhere; }
h3 code { font-size: 1rem; font-weight: 600; overflow-wrap: inherit; }
.method { color: var(--azure); font-weight: 700; }
.method.delete { color: var(--brick); }
.about { margin: 0.25rem 0 0; color: var(--soft); }
.parts { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1.25rem; margin-top: 1rem; }
h4 { margin: 0 0 0.375rem; font-size: 0.9375rem; }
* + h4 { margin-top: 1.25rem; }
table { table-layout: fixed; border-collapse: collapse; width: 100%; font-size: 0.9375rem; }
th, td { padding: 0.375rem 0; border-top: 1px solid var(--step); vertical-align: baseline; text-align: left; }
th { width: 46%; padding-right: 1rem; font-weight: 400; }
td { overflow-wrap: break-word; }
.soft { color: var(--soft); }
dl { display: grid; grid-template-columns: auto 1fr; gap: 0.25rem 0.75rem; margin: 0; font-size: 0.9375rem; }
dt { font-weight: 600; }
dd { margin: 0; color: var(--soft); }
@media (min-width: 64rem) {
  body { display: grid; grid-template-columns: 17rem minmax(0, 1fr); }
  nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; border-bottom: 0; border-right: 1px solid var(--line); }
  main { padding: 2rem 2.5rem 4rem; }
  .parts { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 1.5rem 2.5rem; }
}
`;
