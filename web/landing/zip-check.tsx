import { ButtonLink } from './section.tsx';

/**
 * A check whether we serve a ZIP code (AREA-6). It consists of plain forms, so it works without a script: the server
 * reads the query and gives the class `hidden` to the parts that don't apply. visitor.ts remembers the ZIP code for
 * registration. landing.css styles the check by element.
 */
export function ZipCheck() {
  return (
    <div className="zip mt-4">
      <form action="/#zip-result">
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
        />
        <button type="submit">Check</button>
      </form>
      <div id="zip-result" tabIndex={-1} className="scroll-mt-10 outline-none">
        <p className="__ZIP_NOTE_CLASS__ mt-2 font-semibold text-brick" role="alert">
          __ZIP_NOTE__
        </p>
        <section className="__ZIP_SERVED_CLASS__">
          <strong>Yes, we serve __ZIP__.</strong>
          <ButtonLink href="/register?zip=__ZIP__" look="solid" className="mt-2 w-full">
            Get started
          </ButtonLink>
        </section>
        <section className="__ZIP_UNSERVED_CLASS__">
          <strong>We don't serve __ZIP__ yet.</strong> Leave your email, and we'll email you once when we do.
          <form action="/waiting-list" method="post">
            <input type="hidden" name="zip" value="__ZIP__" />
            <input type="email" name="email" aria-label="Email" placeholder="Email" autoComplete="email" required />
            <button type="submit">Email Me</button>
          </form>
        </section>
        <section className="__ZIP_JOINED_CLASS__">
          <strong>Thank you.</strong> We'll email you once when we serve __ZIP__.
        </section>
      </div>
    </div>
  );
}
