import { type FormEvent, useId, useState } from 'react';
import { type Role, roles } from '../../../contract/accounts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { RadioCard, RadioMark } from '../../ui/fields/radio-card.tsx';
import { useRoleChange } from './role-change.ts';
import { type Member, roleConsequences, roleLabels, roleMeanings } from './words.ts';

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
