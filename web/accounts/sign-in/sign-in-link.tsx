import { Link } from '@tanstack/react-router';

/** The way back under a form that leads to a new password. */
export function SignInLink() {
  return (
    <p className="mt-5 pt-1">
      <Link to="/login" className="inline-block py-2 font-semibold text-azure underline underline-offset-4">
        Back to sign in
      </Link>
    </p>
  );
}
