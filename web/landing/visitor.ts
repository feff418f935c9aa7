/** The landing page's whole script. It is inlined, so it stays below 1 kB; without it the page is plain links. */
import { planKey, serviceTypeKey } from './choice.ts';

function sendHome() {
  try {
    const { role } = JSON.parse(localStorage.user);
    if (localStorage.token && role) location.replace(role === 'admin' || role === 'driver' ? `/${role}` : '/dashboard');
  } catch {
    // Nobody is signed in, or the browser keeps no storage: this is their page.
  }
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
