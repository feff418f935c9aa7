import { Logo } from '../ui/logo.tsx';
import { measure } from './section.tsx';

const link = 'inline-flex min-h-11 items-center underline-offset-4 hover:underline';

export function Footer() {
  return (
    <footer className="on-dark road bg-azure-deep pb-10 pt-30 text-white">
      <div className={`${measure} grid gap-x-12 gap-y-8 sm:grid-cols-[1fr_auto_auto]`}>
        <div>
          <Logo brand="__BRAND_NAME__" markClassName="size-9" />
          <p className="mt-4 max-w-[25.9em] text-azure-wash">
            Pickup 7 days a week in the Philadelphia area. Bags at the curb by 7 AM. Licensed, bonded and insured.
          </p>
        </div>
        <address className="flex flex-col items-start not-italic">
          <a href="__SUPPORT_PHONE_HREF__" className={`${link} font-semibold`}>
            __SUPPORT_PHONE__
          </a>
          <a href="mailto:__SUPPORT_EMAIL__" className={`${link} break-all`}>
            __SUPPORT_EMAIL__
          </a>
        </address>
        <nav aria-label="Footer" className="flex flex-col items-start">
          <a href="/login" className={link}>
            Account sign-in
          </a>
          <a href="/register" className={link}>
            New account
          </a>
        </nav>
      </div>
    </footer>
  );
}
