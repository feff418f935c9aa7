/** The grids of a member's card and of the card that stands in for it: both must take the same room. */
export const memberGrid = 'grid grid-cols-1 gap-3 @2xl:grid-cols-2 @2xl:gap-4';
export const memberPerson = 'mt-1 flex flex-wrap gap-x-2.5 leading-snug';
export const memberFacts =
  'mt-3 grid grid-cols-2 gap-x-3 tiny:grid-cols-1 gap-y-2 text-[0.9375rem] @min-[20rem]:grid-cols-[1.25fr_1fr_1fr] @sm:grid-cols-[1.2fr_1.1fr_1.1fr_1fr]';
export const memberButtons = 'mt-auto flex flex-wrap gap-1 pt-3 -mb-2 -mx-3';
