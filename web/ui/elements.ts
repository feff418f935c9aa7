import type { ReactElement } from 'react';

/**
 * Children without a bare text. Use it instead of `ReactNode` where the children stand beside something else: a browser's
 * translator replaces bare texts, and React then fails to place or remove what is beside them.
 */
export type Elements = ReactElement | '' | false | null | undefined | readonly Elements[];
