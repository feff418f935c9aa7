import { dateKeyOf } from '../../../contract/values/dates.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { HistoryList } from '../../audit/history-list.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { useDialogSubject } from '../../ui/dialog/use-dialog-subject.ts';
import { MoreButton } from '../../ui/list/more-button.tsx';
import { useFirstOfMore } from '../../ui/list/use-first-of-more.ts';
import { MemberCard, memberGrid } from './card.tsx';
import { MemberRoleDialog } from './role-dialog.tsx';
import { fullNameOf, type Member } from './words.ts';

interface MemberListProps {
  members: readonly Member[];
  /** The members belong to the previous filter while the next ones load. */
  isOutdated: boolean;
  hasMore: boolean;
  isLoadingMore: boolean;
  onMore: () => void;
}

/** The members that match the filters, and their dialogs. */
export function MemberList({ members, isOutdated, hasMore, isLoadingMore, onMore }: MemberListProps) {
  const visitor = useCurrentUser();
  const ownId = visitor.state === 'signed-in' ? visitor.user.id : undefined;
  const role = useDialogSubject<Member>();
  const history = useDialogSubject<Member>();
  const { rowAt, showMore } = useFirstOfMore(members.length, onMore);
  const today = dateKeyOf(new Date());
  return (
    <>
      <ul
        aria-label="Members"
        aria-busy={isOutdated}
        className={classNames(memberGrid, 'transition-opacity', isOutdated && 'opacity-60')}
      >
        {members.map((member, index) => (
          <MemberCard
            key={member.id}
            ref={(card) => rowAt(index, card)}
            member={member}
            isOwn={member.id === ownId}
            today={today}
            onChangeRole={() => role.show(member)}
            onShowHistory={() => history.show(member)}
          />
        ))}
      </ul>
      {hasMore && (
        <div className="mt-5 text-center">
          <MoreButton busy={isLoadingMore} onClick={showMore} />
        </div>
      )}
      {role.subject && (
        <MemberRoleDialog
          key={role.opening}
          member={role.subject}
          ownId={ownId}
          open={role.open}
          onOpenChange={role.setOpen}
        />
      )}
      {history.subject && (
        <Dialog
          open={history.open}
          onOpenChange={history.setOpen}
          title={history.subject.username}
          description={fullNameOf(history.subject)}
        >
          <HistoryList subject="user" id={history.subject.id} />
        </Dialog>
      )}
    </>
  );
}
