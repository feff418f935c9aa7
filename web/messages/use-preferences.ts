import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Channel } from '../../contract/messages/messages.ts';
import {
  changeMessagePreference,
  getMessagePreferences,
  type MessagePreferences,
  type PreferenceGroup,
} from '../../contract/messages/preferences.ts';
import { call } from '../api/call.ts';
import { read } from '../api/query-client.ts';
import { toastFailure } from '../ui/toast/toast.ts';

export interface Choice {
  group: PreferenceGroup;
  channel: Channel;
  isOn: boolean;
}

const { queryKey } = read(getMessagePreferences);

/**
 * Loads the person's choices. A change shows immediately, is saved in the order of the presses, and is reverted when it
 * can't be saved.
 */
export function usePreferences() {
  const cache = useQueryClient();
  const query = useQuery({ ...read(getMessagePreferences), refetchOnMount: 'always' });
  const show = (choice: Choice) => {
    cache.setQueryData<MessagePreferences>(queryKey, (now) => now && withChoice(now, choice));
  };
  const save = useMutation({
    mutationKey: queryKey,
    scope: { id: getMessagePreferences.path },
    mutationFn: (choice: Choice) => call(changeMessagePreference, { body: choice }),
    onMutate: async (choice) => {
      await cache.cancelQueries({ queryKey });
      show(choice);
    },
    onSuccess: (saved) => {
      // If another press is waiting, its response will replace this one.
      if (cache.isMutating({ mutationKey: queryKey }) === 1) cache.setQueryData(queryKey, saved);
    },
    onError: (error, choice) => {
      show({ ...choice, isOn: !choice.isOn });
      toastFailure(error, "We couldn't save your choice. Please try again.", 'Not Saved');
    },
  });
  return { query, change: save.mutate };
}

function withChoice(now: MessagePreferences, { group, channel, isOn }: Choice): MessagePreferences {
  return { ...now, groups: now.groups.map((each) => (each.group === group ? { ...each, [channel]: isOn } : each)) };
}
