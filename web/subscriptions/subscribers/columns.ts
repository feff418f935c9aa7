/** The columns of the list and of its head, where the section is wide enough for them: they must stay in line. */
export const subscriberColumns =
  '@4xl:grid @4xl:grid-cols-[minmax(0,1.25fr)_9.5rem_5.5rem_7rem_minmax(0,1fr)] @4xl:gap-x-4';
