import { paint } from './street-parts.tsx';

/** A sitting cat, 45 units high, standing on y = 0. */
export function Cat() {
  return (
    <>
      <path d="M-14 0c-5-14 0-24 8-29l-1-5q-6-5-4-14l6 5h8l6-5q2 9-4 14l1 5c7 6 11 16 8 29z" fill={paint.ink} />
      <path d="M13-4c10 2 14-6 10-15" stroke={paint.ink} strokeWidth="4" fill="none" strokeLinecap="round" />
      <path d="M-5-39h2M2-39h2" stroke={paint.maize} strokeWidth="2.5" strokeLinecap="round" />
    </>
  );
}
