import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { MapPinned } from 'lucide-react';
import { useState } from 'react';
import { listServiceAreas, removeServiceArea, type ServiceArea } from '../../../contract/service-areas.ts';
import { call } from '../../api/call.ts';
import { read } from '../../api/query-client.ts';
import { refreshAdmin } from '../../api/refresh-admin.ts';
import { HistoryList } from '../../audit/history-list.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { useDialogSubject } from '../../ui/dialog/use-dialog-subject.ts';
import { QuerySection } from '../../ui/list/query-section.tsx';
import { toast, toastFailure } from '../../ui/toast/toast.ts';
import { AreaDialog } from './area-dialog.tsx';
import { WaitingList } from './waiting-list.tsx';
import { areaConsequence, areaFacts } from './words.ts';

/** The settings card of service areas, with the number of people who wait for each ZIP code (AREA-1). */
export function ServiceAreas() {
  const list = useQuery({ ...read(listServiceAreas), staleTime: 0 });
  return (
    <Card>
      <QuerySection
        title="Service areas"
        heading="h2"
        query={list}
        loadingLabel="Loading service areas"
        failure="We couldn't load the service areas."
      >
        {({ areas, waiting }) => (
          <>
            <AreaList areas={areas} />
            <WaitingList waiting={waiting} />
          </>
        )}
      </QuerySection>
    </Card>
  );
}

function AreaList({ areas }: { areas: readonly ServiceArea[] }) {
  const editor = useDialogSubject<ServiceArea | 'new'>();
  const history = useDialogSubject<ServiceArea>();
  const [removed, setRemoved] = useState<ServiceArea | null>(null);
  const hasActive = areas.some(({ isActive }) => isActive);
  return (
    <>
      <p className="mt-1 text-soft">
        {hasActive
          ? 'Customers can only book addresses in your active areas. Dispatchers can book anywhere.'
          : 'No area is active, so customers can book any address.'}
      </p>
      {areas.length > 0 && (
        <ul aria-label="Service areas" className="mt-3 divide-y divide-line border-line border-y">
          {areas.map((area) => (
            <li key={area.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
              <div className="min-w-0 grow">
                <p className="flex flex-wrap items-center gap-2 font-semibold">
                  <span>{area.name}</span>
                  <Badge tone={area.isActive ? 'leaf' : 'neutral'}>{area.isActive ? 'Active' : 'Not active'}</Badge>
                </p>
                <p className="text-soft">{areaFacts(area)}</p>
              </div>
              <div className="-mx-3 flex flex-wrap">
                <Button variant="quiet" size="sm" aria-label={`Edit ${area.name}`} onClick={() => editor.show(area)}>
                  Edit
                </Button>
                <Button
                  variant="quiet"
                  size="sm"
                  aria-label={`History of ${area.name}`}
                  onClick={() => history.show(area)}
                >
                  History
                </Button>
                <Button variant="quiet" size="sm" aria-label={`Remove ${area.name}`} onClick={() => setRemoved(area)}>
                  Remove
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      <Button
        variant="outline"
        className="mt-4"
        icon={<MapPinned className="size-5" aria-hidden="true" />}
        onClick={() => editor.show('new')}
      >
        Add an Area
      </Button>
      {editor.subject && (
        <AreaDialog
          key={editor.opening}
          area={editor.subject === 'new' ? null : editor.subject}
          areas={areas}
          open={editor.open}
          onOpenChange={editor.setOpen}
        />
      )}
      {history.subject && (
        <Dialog open={history.open} onOpenChange={history.setOpen} title={history.subject.name}>
          <HistoryList subject="area" id={history.subject.id} />
        </Dialog>
      )}
      {removed && <RemoveDialog area={removed} areas={areas} onClose={() => setRemoved(null)} />}
    </>
  );
}

interface RemoveDialogProps {
  area: ServiceArea;
  areas: readonly ServiceArea[];
  onClose: () => void;
}

function RemoveDialog({ area, areas, onClose }: RemoveDialogProps) {
  const cache = useQueryClient();
  const remove = useMutation({
    mutationFn: () => call(removeServiceArea, { params: { id: area.id } }),
    onSuccess: () => {
      toast({ title: 'Area Removed', description: `${area.name} was removed.` });
      onClose();
    },
    onError: (error) => toastFailure(error, "We couldn't remove the area. Please try again."),
    onSettled: () => refreshAdmin(cache),
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={`Remove ${area.name}?`}
      description={
        areaConsequence(areas, { id: area.id, isActive: false, zipCodes: [] }) ??
        "It isn't active, so nothing changes for customers."
      }
      confirmLabel="Remove Area"
      busy={remove.isPending}
      failure={remove.error}
      onConfirm={() => remove.mutate()}
    />
  );
}
