import { HistoryList } from '../../audit/history-list.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { fullNameOf, type Member } from './words.ts';

interface MemberHistoryDialogProps {
  member: Member;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Who changed this member's role, and when. */
export function MemberHistoryDialog({ member, open, onOpenChange }: MemberHistoryDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={member.username} description={fullNameOf(member)}>
      <HistoryList subject="user" id={member.id} />
    </Dialog>
  );
}
