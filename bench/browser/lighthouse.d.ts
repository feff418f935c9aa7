/** The part of Lighthouse that `bench/browser/web.ts` uses. Declared here because the package is installed on request only. */
declare module 'lighthouse' {
  interface Category {
    /** 0 to 1. */
    score: number | null;
    auditRefs: { id: string; weight: number }[];
  }
  interface Audit {
    /** 0 to 1. */
    score: number | null;
    numericValue?: number;
  }
  export interface Report {
    categories: Record<string, Category>;
    audits: Record<string, Audit>;
  }
  interface Flags {
    port: number;
    logLevel: 'error';
    onlyCategories: string[];
  }
  export default function lighthouse(url: string, flags: Flags): Promise<{ lhr: Report } | undefined>;
}
