import { HistoryList } from '../admin/history-list.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { fullNameOf, type Member } from './member-words.ts';

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
