/** Props of the inputs for a username and an email address. */
export const usernameInput = {
  autoComplete: 'username',
  autoCapitalize: 'none',
  autoCorrect: 'off',
  spellCheck: false,
};
export const emailInput = { type: 'email', autoComplete: 'email', autoCapitalize: 'none', spellCheck: false };
