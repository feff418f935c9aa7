interface OutcomeProps {
  isReady: boolean;
  texts: readonly (string | null)[];
}

/** The outcome of a step as a list. It is in the page before it has a text, so that screen readers announce the text. */
export function Outcome({ isReady, texts }: OutcomeProps) {
  return (
    <div role="status">
      {isReady && (
        <ul className="list-disc space-y-1 pl-5">
          {texts.filter(Boolean).map((text) => (
            <li key={text} className="break-words">
              {text}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
