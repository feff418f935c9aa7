import { type PassageName, passagePlaceholder, passageSubjects } from '../../../contract/owner-settings.ts';

/**
 * A passage of Terms or Privacy that only the business can write. The text comes from the owner's settings. Until there
 * is one, the page shows a placeholder that says what belongs there (decision 064). The server fills in the text and
 * hides one of the two.
 */
export function OwnWords({ of }: { of: PassageName }) {
  const name = passagePlaceholder(of);
  return (
    <>
      <p className={`__${name}_CLASS__ whitespace-pre-line`}>{`__${name}__`}</p>
      <div className={`__${name}_PLACE_CLASS__`}>
        <p className="rounded-card border-2 border-maize-deep border-dashed bg-maize-wash px-4 py-3 text-ink">
          <strong className="font-display font-semibold">[Business: {passageSubjects[of]}]</strong>
          <span className="block text-[0.9375rem]">To be completed by the owner.</span>
        </p>
      </div>
    </>
  );
}
