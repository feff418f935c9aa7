import { useMutation, useQueryClient } from '@tanstack/react-query';
import { changeRole, type Role, type User } from '../../../contract/accounts.ts';
import { homeOf } from '../../../contract/pages.ts';
import { messageOf } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { refreshAdmin } from '../../api/refresh-admin.ts';
import { session } from '../../api/session.ts';
import { type ToastMessage, toast, toastAfterLoad } from '../../ui/toast/toast.ts';
import { type Member, roleChangedText } from './words.ts';

interface RoleChange {
  readonly member: Member;
  readonly role: Role;
}

/**
 * Changes a member's role. An admin who gives up their own role is sent to the new role's home with a full page load,
 * because every further call of the admin pages would be refused and end the session.
 */
export function useRoleChange(ownId: string | undefined) {
  const cache = useQueryClient();
  const closesThesePages = ({ member, role }: RoleChange) => member.id === ownId && role !== 'admin';
  return useMutation({
    async mutationFn(change: RoleChange): Promise<User> {
      // Reads under way as an admin would be refused.
      if (closesThesePages(change)) await cache.cancelQueries();
      return await call(changeRole, { params: { userId: change.member.id }, body: { role: change.role } });
    },
    onSuccess(user, change) {
      const description = roleChangedText(user.username, user.role, user.id === ownId);
      const done = { title: 'Role Updated', description };
      if (closesThesePages(change)) goHome(user, done);
      else toast(done);
    },
    onError: (error) =>
      toast({
        title: 'Error',
        description: messageOf(error, 'The role could not be changed. Please try again.'),
        variant: 'destructive',
      }),
    // A role affects stops, drivers and counts.
    onSettled: (user, _, change) => (user && closesThesePages(change) ? undefined : refreshAdmin(cache)),
  });
}

function goHome(user: User, message: ToastMessage): void {
  session.remember(user);
  toastAfterLoad(message);
  location.assign(homeOf(user.role));
}
