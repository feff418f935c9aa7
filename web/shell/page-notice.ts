import { createContext, type ReactNode } from 'react';

/** A notice that a parent layout shows in each page's header, such as the driver's connection and outbox status. */
export const PageNotice = createContext<ReactNode>(null);
