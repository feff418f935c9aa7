/** The landing page's whole script. It is inlined, so it stays below 1 kB; without it the page is plain links. */
import { planKey, serviceTypeKey } from './choice.ts';

/** A token means signed in. Who it is may be missing: /dashboard asks the server and sends everybody to their home. */
function sendHome() {
  let home = '/dashboard';
  try {
    if (!localStorage.token) return;
  } catch {
    // A browser without storage: nobody is signed in.
    return;
  }
  try {
    const { role } = JSON.parse(localStorage.user);
    if (role === 'admin' || role === 'driver') home = `/${role}`;
  } catch {
    // No user that could be read.
  }
  location.replace(home);
}

sendHome();
// Coming back with the browser's Back button may show the page as it was left, before the sign-in.
addEventListener('pageshow', sendHome);

addEventListener('click', ({ target }) => {
  const chosen = (target as Element).closest<HTMLElement>('[data-service]')?.dataset;
  if (!chosen) return;
  try {
    localStorage[serviceTypeKey] = chosen.service;
    if (chosen.plan) localStorage[planKey] = chosen.plan;
    else delete localStorage[planKey];
  } catch {
    // The link works without a memory.
  }
});
