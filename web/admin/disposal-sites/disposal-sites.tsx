import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Truck } from 'lucide-react';
import { type DisposalSite, listDisposalSites, removeDisposalSite } from '../../../contract/routing/disposal-sites.ts';
import { call } from '../../api/call.ts';
import { read } from '../../api/query-client.ts';
import { refreshAdmin } from '../../api/refresh-admin.ts';
import { HistoryList } from '../../audit/history-list.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { type DialogSubject, useDialogSubject } from '../../ui/dialog/use-dialog-subject.ts';
import { QuerySection } from '../../ui/list/query-section.tsx';
import { toast, toastFailure } from '../../ui/toast/toast.ts';
import { SiteDialog } from './site-dialog.tsx';
import { siteFacts, sitesConsequence } from './words.ts';

/** The settings card of disposal sites, where trucks are emptied (TRUCK-20). */
export function DisposalSites() {
  const list = useQuery({ ...read(listDisposalSites), staleTime: 0 });
  return (
    <Card>
      <QuerySection
        title="Disposal sites"
        heading="h2"
        query={list}
        loadingLabel="Loading disposal sites"
        failure="We couldn't load the disposal sites."
      >
        {(sites) => <SiteList sites={sites} />}
      </QuerySection>
    </Card>
  );
}

function SiteList({ sites }: { sites: readonly DisposalSite[] }) {
  const editor = useDialogSubject<DisposalSite | 'new'>();
  const history = useDialogSubject<DisposalSite>();
  const removed = useDialogSubject<DisposalSite>();
  return (
    <>
      <p className="mt-1 text-soft">{sitesConsequence(sites)}</p>
      {sites.length > 0 && (
        <ul aria-label="Disposal sites" className="mt-3 divide-y divide-line border-line border-y">
          {sites.map((site) => (
            <SiteRow key={site.id} site={site} editor={editor} history={history} removed={removed} />
          ))}
        </ul>
      )}
      <Button
        variant="outline"
        className="mt-4"
        icon={<Truck className="size-5" aria-hidden="true" />}
        onClick={() => editor.show('new')}
      >
        Add a Site
      </Button>
      {editor.subject && (
        <SiteDialog
          key={editor.opening}
          site={editor.subject === 'new' ? null : editor.subject}
          sites={sites}
          open={editor.open}
          onOpenChange={editor.setOpen}
        />
      )}
      {history.subject && (
        <Dialog open={history.open} onOpenChange={history.setOpen} title={history.subject.name}>
          <HistoryList subject="site" id={history.subject.id} />
        </Dialog>
      )}
      {removed.subject && (
        <RemoveDialog key={removed.opening} site={removed.subject} open={removed.open} onOpenChange={removed.setOpen} />
      )}
    </>
  );
}

interface SiteRowProps {
  site: DisposalSite;
  editor: DialogSubject<DisposalSite | 'new'>;
  history: DialogSubject<DisposalSite>;
  removed: DialogSubject<DisposalSite>;
}

function SiteRow({ site, editor, history, removed }: SiteRowProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
      <div className="min-w-0 grow [overflow-wrap:anywhere]">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          <span>{site.name}</span>
          <Badge tone={site.isActive ? 'leaf' : 'neutral'}>{site.isActive ? 'Active' : 'Not active'}</Badge>
          {!site.place && <Badge tone="maize">Not on the map yet</Badge>}
        </p>
        <p>{site.address}</p>
        <p className="text-soft">{siteFacts(site)}</p>
      </div>
      <div className="-mx-3 flex flex-wrap">
        <Button variant="quiet" size="sm" aria-label={`Edit ${site.name}`} onClick={() => editor.show(site)}>
          Edit
        </Button>
        <Button variant="quiet" size="sm" aria-label={`History of ${site.name}`} onClick={() => history.show(site)}>
          History
        </Button>
        <Button variant="quiet" size="sm" aria-label={`Remove ${site.name}`} onClick={() => removed.show(site)}>
          Remove
        </Button>
      </div>
    </li>
  );
}

interface RemoveDialogProps {
  site: DisposalSite;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

function RemoveDialog({ site, open, onOpenChange }: RemoveDialogProps) {
  const cache = useQueryClient();
  const remove = useMutation({
    mutationFn: () => call(removeDisposalSite, { params: { id: site.id } }),
    onSuccess: () => {
      toast({ title: 'Site Removed', description: `${site.name} was removed.` });
      onOpenChange(false);
    },
    onError: (error) => toastFailure(error, "We couldn't remove the site. Please try again."),
    onSettled: () => refreshAdmin(cache),
  });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Remove ${site.name}?`}
      description="Only a site that no route has used can be removed. Others can be switched off."
      confirmLabel="Remove Site"
      busy={remove.isPending}
      failure={remove.error}
      onConfirm={() => remove.mutate()}
    />
  );
}
