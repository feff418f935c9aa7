interface PersonNameProps {
  /** "First Last", or the username. */
  name: string;
  username: string;
}

/** A person's name, followed by the username in muted text if it differs. A line breaks before the username, not in it. */
export function PersonName({ name, username }: PersonNameProps) {
  return (
    <>
      <span translate="no">{name}</span>
      {name !== username && (
        <>
          {' '}
          <span translate="no" className="wrap-anywhere inline-block max-w-full font-normal text-soft">
            {username}
          </span>
        </>
      )}
    </>
  );
}
