interface PersonNameProps {
  /** "First Last", or the username. */
  name: string;
  username: string;
}

/** A person's name, with the username second in muted text where it differs. */
export function PersonName({ name, username }: PersonNameProps) {
  return (
    <>
      {name}
      {name !== username && <span className="font-normal text-soft"> {username}</span>}
    </>
  );
}
