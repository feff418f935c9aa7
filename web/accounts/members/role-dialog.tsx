import { type FormEvent, useId, useState } from 'react';
import { type Role, roles } from '../../../contract/accounts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { useRoleChange } from './role-change.ts';
import { RoleOption } from './role-option.tsx';
import { type Member, roleConsequences, roleLabels } from './words.ts';

interface MemberRoleDialogProps {
  member: Member;
  ownId: string | undefined;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Choosing a member's role and confirming it in one place, with what the change brings: it cannot happen in passing. */
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
      title={`Role of ${member.username}`}
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
            <RoleOption
              key={option}
              group={id}
              role={option}
              isCurrent={option === member.role}
              checked={option === role}
              onChoose={setRole}
            />
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
