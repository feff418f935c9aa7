interface PersonNameProps {
  /** "First Last", or the username. */
  name: string;
  username: string;
}

/** A person's name, followed by the username in muted text if it differs. */
export function PersonName({ name, username }: PersonNameProps) {
  return (
    <>
      {name}
      {name !== username && <span className="font-normal text-soft"> {username}</span>}
    </>
  );
}
