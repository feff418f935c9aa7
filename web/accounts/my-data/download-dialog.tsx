import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { type ExportFormat, exportMyData } from '../../../contract/my-data.ts';
import { messageOf } from '../../api/api-error.ts';
import { clientSettings } from '../../api/client-settings.ts';
import { serverNow } from '../../api/server-clock.ts';
import { download } from '../../api/upload.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { FormButtons } from '../../ui/dialog/form-buttons.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { RadioCard, RadioMark } from '../../ui/fields/radio-card.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { toast } from '../../ui/toast/toast.ts';
import { useCurrentPassword } from '../second-factor/use-current-password.ts';
import { fileNameOf } from './words.ts';

export interface DataDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

const formats: readonly { value: ExportFormat; label: string; hint: string }[] = [
  { value: 'csv', label: 'Spreadsheets', hint: 'A ZIP file with a CSV for each kind of record' },
  { value: 'json', label: 'JSON', hint: 'One file, for use in another app' },
];

/** Downloads all data of the account, in the chosen format, once the password is entered (ACC-85). */
export function DownloadDialog({ open, onOpenChange }: DataDialogProps) {
  const [format, setFormat] = useState<ExportFormat>('csv');
  const password = useCurrentPassword();
  const ids = { form: useId(), group: useId() };
  const save = useMutation({
    mutationFn: async (currentPassword: string) => {
      const file = await download(exportMyData, { body: { format, currentPassword } });
      saveFile(fileNameOf(clientSettings.brandName, format, serverNow()), file);
    },
    onSuccess: () => {
      onOpenChange(false);
      toast({ title: 'Data Downloaded', description: 'The file contains personal details, so keep it safe.' });
    },
    onError: (error) => void password.refuse(error),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const currentPassword = password.read();
    if (currentPassword !== null && !save.isPending) save.mutate(currentPassword);
  };
  const failure = save.error && password.field.error === undefined ? save.error : null;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Download your data"
      description="Your profile, pickups, photo links, payments, plan, ratings, reports, notifications and sign-ins."
      dismissible={!save.isPending}
      footer={
        <FormButtons
          form={ids.form}
          onCancel={() => onOpenChange(false)}
          busy={save.isPending}
          busyLabel="Collecting..."
        >
          Download
        </FormButtons>
      }
    >
      <form id={ids.form} noValidate onSubmit={submit} className="space-y-5">
        {failure && (
          <p role="alert" className="rounded-control bg-brick-wash px-4 py-3 text-brick leading-snug">
            {messageOf(failure, "We couldn't download your data. Please try again.")}
          </p>
        )}
        <fieldset className="space-y-2.5">
          <legend className="mb-1.5 font-semibold">Format</legend>
          {formats.map(({ value, label, hint }) => (
            <RadioCard
              key={value}
              group={ids.group}
              value={value}
              checked={format === value}
              onChoose={() => setFormat(value)}
              disabled={save.isPending}
              className="flex items-start gap-3 px-4 py-3"
            >
              <RadioMark className="mt-0.5" />
              <span className="min-w-0 leading-snug">
                <span className="block font-semibold">{label}</span>
                <span className="block text-[0.9375rem] text-soft">{hint}</span>
              </span>
            </RadioCard>
          ))}
        </fieldset>
        <PasswordField {...password.field} hint="We need it because the file contains personal details." />
      </form>
    </Dialog>
  );
}
