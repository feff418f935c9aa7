import { createContext, type ReactNode } from 'react';

/** What a frame around several pages has to say in the header of each: the driver's line about signal and sending. */
export const PageNotice = createContext<ReactNode>(null);
