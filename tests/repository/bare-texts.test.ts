import { describe, expect, it } from 'vitest';
import { findBareTexts } from '../support/sources/bare-texts.ts';

const planted = `
import type { ReactNode } from 'react';
interface BadgeProps { tone?: BadgeTone; className?: string; children: ReactNode; isNew?: boolean; count?: number }
export type BadgeTone = 'neutral' | 'azure' | 'maize' | 'leaf' | 'brick';
export function Badge({ isNew, count = 0, children, className }: BadgeProps) {
  const word = isNew ? 'New' : null;
  return (
    <span>
      <p><b className={className}>Bold</b> and a text</p>
      <i>{isNew && <b />}After a condition</i>
      <i>{count} pickups</i>
      <i><b />{word}</i>
      <i>{isNew ? <b /> : 'No'}<b /></i>
      <i><b />{children}</i>
      <>In a fragment</>
      <Plain>Beside <b /></Plain>
      <i>{[count, count].map((each) => each)}<b /></i>
      <i>{isNew ? \`\${count} new\` : <b />}</i>
      <i>{isNew && <b />}{' '}<b /></i>
      <i>{count && <b />}<b /></i>
      <i>{isNew && <b />}<span>{count}</span></i>
    </span>
  );
}
function Plain({ children }: { children: ReactNode }) {
  return children;
}
`;

describe('texts in React code', () => {
  it('are alone in their elements, so that a translator of the browser breaks nothing', () => {
    expect(findBareTexts()).toEqual([]);
  });

  it('are found if they are planted beside something else', () => {
    expect(findBareTexts({ 'web/ui/badge.tsx': planted }).map((place) => place.replace(/^\S+ /, ''))).toEqual([
      'and a text',
      'After a condition',
      '{count}',
      'pickups',
      '{word}',
      "{isNew ? <b /> : 'No'}",
      '{children}',
      'In a fragment',
      'Beside',
      '{[count, count].map((each) => each)}',
      '{count && <b />}',
      'children',
    ]);
  });
});
