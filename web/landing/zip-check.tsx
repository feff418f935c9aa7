import { ButtonLink } from './section.tsx';

const input =
  'min-h-12 rounded-control border border-control bg-paper px-3.5 text-ink placeholder:text-soft aria-invalid:border-brick';
const send = 'min-h-12 rounded-control bg-ink px-5 font-display font-semibold text-paper hover:bg-soft';
const box = 'mt-3 max-w-[30rem] rounded-card border border-line bg-paper px-4 py-3';

/**
 * Whether we serve a ZIP code (AREA-6). Plain forms, so they work without script: the server reads the query and fills in which part has
 * the class `hidden`. visitor.ts remembers the ZIP code for registration.
 */
export function ZipCheck() {
  return (
    <div className="mt-4">
      <form action="/#zip-result" className="flex flex-wrap items-end gap-x-2 gap-y-1">
        <label htmlFor="zip" className="w-full font-semibold">
          Do we pick up at your address?
        </label>
        <input
          id="zip"
          name="zip"
          defaultValue="__ZIP__"
          placeholder="ZIP code"
          inputMode="numeric"
          autoComplete="postal-code"
          maxLength={10}
          required
          className={`${input} w-32`}
        />
        <button type="submit" className={send}>
          Check
        </button>
      </form>
      <div id="zip-result" tabIndex={-1}>
        <p className="__ZIP_NOTE_CLASS__ mt-2 font-semibold text-brick" role="alert">
          __ZIP_NOTE__
        </p>
        <div className="__ZIP_SERVED_CLASS__">
          <div className={box}>
            <p>
              <strong>Yes, we serve __ZIP__.</strong>
            </p>
            <ButtonLink href="/register?zip=__ZIP__" look="solid" className="mt-2">
              Get started
            </ButtonLink>
          </div>
        </div>
        <div className="__ZIP_UNSERVED_CLASS__">
          <form action="/waiting-list" method="post" className={box}>
            <p>
              <strong>We don't serve __ZIP__ yet.</strong> Leave your email, and we'll write once when we do.
            </p>
            <div className="mt-2 flex flex-wrap gap-2">
              <input type="hidden" name="zip" value="__ZIP__" />
              <input
                type="email"
                name="email"
                aria-label="Email"
                placeholder="you@example.com"
                autoComplete="email"
                required
                className={`${input} min-w-0 grow`}
              />
              <button type="submit" className={send}>
                Tell me
              </button>
            </div>
          </form>
        </div>
        <div className="__ZIP_JOINED_CLASS__">
          <p className={box}>
            <strong>Thank you.</strong> We'll email you once when we serve __ZIP__.
          </p>
        </div>
      </div>
    </div>
  );
}
