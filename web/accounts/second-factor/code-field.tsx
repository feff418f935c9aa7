import { Button } from '../../ui/button/button.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import type { FactorCode } from './use-factor-code.ts';

/** The input for a code from the app, with a button that asks for a recovery code instead. */
export function CodeField({ code, onlyApp = false }: { code: FactorCode; onlyApp?: boolean }) {
  const { isRecovery, text, error } = code.field;
  return (
    <div>
      <TextField
        ref={code.input}
        label={isRecovery ? 'Recovery code' : 'Two-factor code'}
        hint={
          isRecovery ? 'One of the codes you saved. Each one works once.' : 'The 6 digits in your authenticator app'
        }
        name={isRecovery ? 'recoveryCode' : 'twoFactorCode'}
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={isRecovery ? 100 : 10}
        inputClassName="font-mono tracking-wider"
        value={text}
        error={error}
        onChange={({ target }) => code.type(target.value)}
      />
      {!onlyApp && (
        <Button variant="quiet" size="sm" className="mt-1 -ml-4" onClick={code.toggle}>
          {isRecovery ? 'Use a code from the app instead' : 'Use a recovery code instead'}
        </Button>
      )}
    </div>
  );
}
