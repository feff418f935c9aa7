/** The columns of the list and of its head, where the section is wide enough for them: they must stay in line. */
export const requestColumns = '@4xl:grid @4xl:grid-cols-[7rem_minmax(0,1fr)_10.75rem_5rem_17.5rem] @4xl:gap-x-4';
