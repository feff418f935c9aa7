import { Check, Circle } from 'lucide-react';
import { passwordRules } from '../../../contract/accounts.ts';
import { classNames } from '../../ui/class-names.ts';

/** The password rules, each checked off as soon as the password meets it. */
export function PasswordChecklist({ password }: { password: string }) {
  return (
    <ul className="grid gap-x-4 gap-y-1 pt-0.5 sm:grid-cols-2">
      {passwordRules.map(({ label, holds }) => {
        const isMet = holds(password);
        const Icon = isMet ? Check : Circle;
        return (
          <li key={label} className={classNames('flex items-center gap-2 sm:last:col-span-2', isMet && 'text-leaf')}>
            <Icon className="size-4 shrink-0" strokeWidth={isMet ? 3 : 2} aria-hidden="true" />
            <span>
              {label}
              {isMet && <span className="sr-only">, done</span>}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
