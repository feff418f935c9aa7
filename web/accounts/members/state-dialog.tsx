import { useMutation, useQueryClient } from '@tanstack/react-query';
import { deactivateMember, reactivateMember, resetMemberFactor } from '../../../contract/accounts.ts';
import { personName } from '../../../contract/values/person-name.ts';
import { call } from '../../api/call.ts';
import { refreshAdmin } from '../../api/refresh-admin.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { toast, toastFailure } from '../../ui/toast/toast.ts';
import { type Member, type StateChange, stateWords } from './words.ts';

const endpoints = { deactivate: deactivateMember, reactivate: reactivateMember, 'reset-factor': resetMemberFactor };

interface MemberStateDialogProps {
  member: Member;
  change: StateChange;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Deactivates or reactivates an account, or resets its second factor, after naming the consequences. */
export function MemberStateDialog({ member, change, open, onOpenChange }: MemberStateDialogProps) {
  const cache = useQueryClient();
  const name = personName(member);
  const words = stateWords[change];
  const send = useMutation({
    mutationFn: () => call(endpoints[change], { params: { userId: member.id } }),
    onSuccess: () => {
      toast({ title: words.done, description: words.doneText(name) });
      onOpenChange(false);
    },
    onError: (error) => toastFailure(error, "We couldn't change this account. Please try again."),
    onSettled: () => refreshAdmin(cache),
  });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={words.title(name)}
      description={words.consequences(member)}
      confirmLabel={words.confirm}
      variant={change === 'reactivate' ? 'primary' : 'danger'}
      busy={send.isPending}
      failure={send.error}
      onConfirm={() => send.mutate()}
    />
  );
}
