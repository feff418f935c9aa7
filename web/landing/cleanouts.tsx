import { Phone } from 'lucide-react';
import { ButtonLink } from './button-link.tsx';
import { measure } from './section.tsx';

const services = ['House', 'Basement', 'Attic', 'Estate', 'Garage', 'Construction debris'];

export function Cleanouts() {
  return (
    <section aria-labelledby="cleanouts" className="on-dark bg-azure-deep py-16 text-white lg:py-24">
      <div className={`${measure} grid gap-x-16 gap-y-10 lg:grid-cols-[5fr_6fr]`}>
        <div>
          <h2 id="cleanouts" className="text-[2rem] sm:text-4xl lg:text-[2.75rem]">
            Cleanout services
          </h2>
          <p className="mt-3 max-w-[28.5em] text-lg text-azure-wash">
            For anything that doesn't fit in bags. Cleanouts can't be booked online; call for a quote.
          </p>
          <ButtonLink href="__SUPPORT_PHONE_HREF__" look="maize" className="mt-7 min-h-13">
            <Phone className="size-5" aria-hidden="true" />
            Call __SUPPORT_PHONE__
          </ButtonLink>
        </div>
        <ul className="grid grid-cols-1 gap-x-8 self-center min-[420px]:grid-cols-2">
          {services.map((service) => (
            <li
              key={service}
              className="border-t border-white/30 py-4 font-display text-2xl font-semibold tracking-tight lg:py-5 lg:text-[1.75rem]"
            >
              {service}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
