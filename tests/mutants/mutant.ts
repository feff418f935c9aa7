/** A fault that was planted, and whether a test noticed it. */
export interface Mutant {
  key: string;
  line: number;
  isKilled: boolean;
}
