import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { changeRole, type Role, roles, type User } from '../../../contract/accounts.ts';
import { homeOf } from '../../../contract/pages.ts';
import { personName } from '../../../contract/values/person-name.ts';
import { call } from '../../api/call.ts';
import { refreshAdmin } from '../../api/refresh-admin.ts';
import { session } from '../../api/session.ts';
import { Button } from '../../ui/button/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { RadioCard, RadioMark } from '../../ui/fields/radio-card.tsx';
import { toast, toastAfterLoad, toastFailure } from '../../ui/toast/toast.ts';
import { type Member, roleChangedText, roleConsequences, roleLabels, roleMeanings } from './words.ts';

interface MemberRoleDialogProps {
  member: Member;
  ownId: string | undefined;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Changes a member's role after showing the consequences. */
export function MemberRoleDialog({ member, ownId, open, onOpenChange }: MemberRoleDialogProps) {
  const id = useId();
  const [role, setRole] = useState<Role>(member.role);
  const change = useRoleChange(ownId);
  const consequences = roleConsequences(member, role, member.id === ownId);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (role === member.role || change.isPending) return;
    change.mutate({ member, role }, { onSuccess: () => onOpenChange(false) });
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`${personName(member)}'s role`}
      description={member.username}
      dismissible={!change.isPending}
      footer={
        <>
          <Button variant="outline" disabled={change.isPending} onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={id}
            variant={consequences.length > 0 ? 'danger' : 'primary'}
            disabled={role === member.role}
            busy={change.isPending}
          >
            {role === member.role ? 'Change Role' : `Make ${roleLabels[role]}`}
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={submit}>
        <fieldset className="grid gap-3">
          <legend className="sr-only">Role</legend>
          {roles.map((option) => (
            <RadioCard
              key={option}
              group={id}
              value={option}
              checked={option === role}
              onChoose={() => setRole(option)}
              className="flex gap-3 px-4 py-3"
            >
              <RadioMark className="mt-0.5" />
              <span className="min-w-0 leading-snug">
                <span className="font-semibold">{roleLabels[option]}</span>
                {option === member.role && <span className="text-soft"> (current)</span>}
                <span className="mt-0.5 block text-[0.9375rem] text-soft">{roleMeanings[option]}</span>
              </span>
            </RadioCard>
          ))}
        </fieldset>
        <div role="status" className="empty:hidden">
          {consequences.map((sentence) => (
            <p key={sentence} className="mt-3 rounded-control bg-maize-wash px-4 py-3 leading-snug">
              {sentence}
            </p>
          ))}
        </div>
      </form>
    </Dialog>
  );
}

interface RoleChange {
  readonly member: Member;
  readonly role: Role;
}

/**
 * Changes a role. Admins who give up their own role are sent to their new home, because every call of these pages would
 * be refused.
 */
function useRoleChange(ownId: string | undefined) {
  const cache = useQueryClient();
  const closesThesePages = ({ member, role }: RoleChange) => member.id === ownId && role !== 'admin';
  return useMutation({
    async mutationFn(change: RoleChange): Promise<User> {
      // Reads in flight would be refused once the role has changed.
      if (closesThesePages(change)) await cache.cancelQueries();
      return await call(changeRole, { params: { userId: change.member.id }, body: { role: change.role } });
    },
    onSuccess(user, change) {
      const description = roleChangedText(personName(user), user.role, user.id === ownId);
      const done = { title: 'Role Updated', description };
      if (!closesThesePages(change)) return toast(done);
      session.remember(user);
      toastAfterLoad(done);
      location.assign(homeOf(user.role));
    },
    onError: (error) => toastFailure(error, "We couldn't change the role. Please try again."),
    // A role affects stops, drivers and counts.
    onSettled: (user, _, change) => (user && closesThesePages(change) ? undefined : refreshAdmin(cache)),
  });
}
