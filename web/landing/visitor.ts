/** The landing page's whole script. It is inlined, so it must stay below 1 kB. Without it the links still work. */
import { registerOfflineWorker } from '../offline/register-worker.ts';
import { planKey, serviceTypeKey, zipKey } from './choice.ts';

/** Redirects a signed-in visitor home. If the stored user is missing, /dashboard asks the server and redirects. */
function sendHome() {
  let home = '/dashboard';
  try {
    if (!localStorage.token) return;
  } catch {
    // Storage is blocked, so nobody is signed in.
    return;
  }
  try {
    const { role } = JSON.parse(localStorage.user);
    if (role === 'admin' || role === 'driver') home = `/${role}`;
  } catch {
    // The stored user is unreadable.
  }
  location.replace(home);
}

sendHome();
// The Back button may restore the page as it was before the sign-in.
addEventListener('pageshow', sendHome);

addEventListener('load', () => void registerOfflineWorker());

addEventListener('click', ({ target }) => {
  const chosen = (target as Element).closest<HTMLElement>('[data-service]')?.dataset;
  if (!chosen) return;
  try {
    localStorage[serviceTypeKey] = chosen.service;
    if (chosen.plan) localStorage[planKey] = chosen.plan;
    else delete localStorage[planKey];
  } catch {
    // The link works without storage.
  }
});

addEventListener('submit', ({ target }) => {
  const typed = (target as HTMLFormElement).zip as HTMLInputElement;
  try {
    localStorage[zipKey] = typed.value;
  } catch {
    // The link to registration contains the ZIP code.
  }
});
