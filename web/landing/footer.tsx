import { Logo } from '../ui/logo.tsx';
import { measure } from './section.tsx';

const link = 'inline-flex min-h-11 items-center underline-offset-4 hover:underline';

const links = [
  { href: '/login', label: 'Account sign-in' },
  { href: '/register', label: 'New account' },
  { href: '/terms', label: 'Terms' },
  { href: '/privacy', label: 'Privacy' },
];

/** The footer of the landing page, Terms and Privacy, drawn as a road. */
export function Footer() {
  return (
    <footer className="on-dark road bg-deep pb-8 pt-26 text-on-deep lg:pb-10 lg:pt-30">
      <div className={`${measure} grid grid-cols-1 gap-x-12 gap-y-5 sm:grid-cols-[1fr_auto_auto]`}>
        <div>
          <Logo brand="__BRAND_NAME__" markClassName="size-9" />
          <p className="mt-3 max-w-[25.9em] text-on-deep-soft">
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
        <nav aria-label="Footer" className="grid gap-x-8 min-[20rem]:grid-cols-[auto_1fr] sm:grid-cols-1">
          {links.map(({ href, label }) => (
            <a key={href} href={href} className={link}>
              {label}
            </a>
          ))}
        </nav>
      </div>
    </footer>
  );
}
