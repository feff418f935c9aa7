import { homeOf } from '../../contract/pages.ts';
import { session } from '../api/session.ts';
import { buttonClass } from '../ui/button/button-class.ts';
import { Scene } from '../ui/street/scene.tsx';
import { useDocumentTitle } from './use-document-title.ts';

export default function NotFoundPage() {
  useDocumentTitle('Page Not Found');
  const user = session.token() ? session.user() : null;
  const home = user ? homeOf(user.role) : '/';
  return (
    <main className="mx-auto flex min-h-dvh max-w-lg flex-col items-center justify-center px-4 py-10 text-center">
      <Scene name="notFound" className="max-w-80" />
      <h1 className="mt-8 text-3xl">Page Not Found</h1>
      <p className="mt-3 text-lg text-soft">Nobody lives at this address. The page may have moved or never existed.</p>
      <a href={home} className={buttonClass('primary', 'md', 'mt-8')}>
        Go home
      </a>
    </main>
  );
}
