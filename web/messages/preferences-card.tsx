import { type Channel, channels } from '../../contract/messages/messages.ts';
import type { GroupPreference, MessagePreferences } from '../../contract/messages/preferences.ts';
import { clientSettings } from '../api/client-settings.ts';
import { Badge } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import type { Elements } from '../ui/elements.ts';
import { SwitchField } from '../ui/fields/switch-field.tsx';
import { QuerySection } from '../ui/list/query-section.tsx';
import { channelLabels } from './message-words.ts';
import { alwaysOn, consentText, groupWords, textsNote } from './preference-words.ts';
import { type Choice, usePreferences } from './use-preferences.ts';

interface PreferencesCardProps {
  /** Whether the person pays, and so also gets receipts. */
  hasMoney: boolean;
  /** A form for the phone number, if the page has no other. */
  phoneForm?: Elements;
}

/** The settings of which messages a person gets, and how (MSG-42). Each switch is saved separately. */
export function PreferencesCard(props: PreferencesCardProps) {
  const { query, change } = usePreferences();
  return (
    // As tall as the loaded card, so that nothing below it moves.
    <Card className={query.isPending ? heightOf(props) : undefined}>
      <QuerySection
        title="What we send you"
        heading="h2"
        query={query}
        loadingLabel="Loading what we send you"
        failure="We couldn't load what we send you."
      >
        {(saved) => <Preferences saved={saved} onChange={change} {...props} />}
      </QuerySection>
    </Card>
  );
}

/** Returns the classes for about the height of a card without texts. */
function heightOf({ hasMoney }: PreferencesCardProps): string {
  return hasMoney ? 'min-h-[57rem] sm:min-h-[41rem]' : 'min-h-[36rem] sm:min-h-[28rem]';
}

interface PreferencesProps extends PreferencesCardProps {
  saved: MessagePreferences;
  onChange: (choice: Choice) => void;
}

function Preferences({ saved, onChange, hasMoney, phoneForm }: PreferencesProps) {
  const hasTexts = saved.texts !== 'off';
  const canText = hasTexts && saved.texts !== 'no-phone';
  const offered = channels.filter((channel) => channel !== 'sms' || canText);
  const note = textsNote(saved);
  return (
    <>
      {saved.groups.map((group) => (
        <Group key={group.group} preference={group} offered={offered} onChange={onChange} />
      ))}
      <div className="space-y-2 border-line border-t pt-3 text-[0.9375rem] text-soft leading-snug">
        {!saved.hasDevice && (
          <p>Notifications aren't on for any of your devices yet. Turn them on under "This device".</p>
        )}
        <p>{`We don't send notifications${canText ? ' or texts' : ''} between 9 PM and 7 AM.`}</p>
        {note && <p>{note}</p>}
        {canText && <p>{consentText(clientSettings.brandName, saved.phone)}</p>}
        {hasTexts && phoneForm}
      </div>
      <ul className="mt-3 divide-y divide-line border-line border-t">
        {alwaysOn.slice(hasMoney ? 0 : 1).map(({ title, why }) => (
          <li key={title} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
            <div className="min-w-0 flex-1 basis-48">
              <p className="font-semibold">{title}</p>
              <p className="text-[0.9375rem] text-soft leading-snug">{why}</p>
            </div>
            <Badge>Always on</Badge>
          </li>
        ))}
      </ul>
    </>
  );
}

interface GroupProps {
  preference: GroupPreference;
  offered: readonly Channel[];
  onChange: (choice: Choice) => void;
}

function Group({ preference, offered, onChange }: GroupProps) {
  const { group } = preference;
  const { title, hint } = groupWords[group];
  return (
    <fieldset className="min-w-0 border-line border-b py-3 last-of-type:border-b-0">
      <legend className="float-left font-display font-semibold text-lg">{title}</legend>
      <p className="clear-both text-[0.9375rem] text-soft leading-snug">{hint}</p>
      <div className="mt-1 sm:grid sm:grid-cols-3 sm:gap-x-8">
        {offered.map((channel) => (
          <SwitchField
            key={channel}
            label={
              <>
                <span className="sr-only">{`${title}: `}</span>
                <span>{channelLabels[channel]}</span>
              </>
            }
            checked={preference[channel]}
            onToggle={(isOn) => onChange({ group, channel, isOn })}
          />
        ))}
      </div>
    </fieldset>
  );
}
