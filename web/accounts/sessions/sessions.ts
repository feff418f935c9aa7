import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  endMyOtherSessions,
  endMySession,
  endUserSession,
  endUserSessions,
  listMySessions,
  listUserSessions,
  type Session,
} from '../../../contract/accounts/sessions.ts';
import { call } from '../../api/call.ts';
import { read } from '../../api/query-client.ts';
import { toast, toastFailure } from '../../ui/toast/toast.ts';

/** The calls that list and end one person's sessions. */
export interface SessionCalls {
  list: ReturnType<typeof read<typeof listMySessions>> | ReturnType<typeof read<typeof listUserSessions>>;
  endOne: (id: string) => Promise<{ ended: number }>;
  endOthers: () => Promise<{ ended: number }>;
}

/** The calls for the signed-in user's own sessions. */
export const ownSessions: SessionCalls = {
  list: read(listMySessions),
  endOne: (id) => call(endMySession, { params: { id } }),
  endOthers: () => call(endMyOtherSessions),
};

/** Returns the calls for another person's sessions, for an admin. */
export function sessionsOf(userId: string): SessionCalls {
  return {
    list: read(listUserSessions, { params: { userId } }),
    endOne: (id) => call(endUserSession, { params: { userId, id } }),
    endOthers: () => call(endUserSessions, { params: { userId } }),
  };
}

/** Ends sessions and refetches the list, even if ending failed because another tab was first. */
export function useEndSessions({ list, endOne, endOthers }: SessionCalls) {
  const cache = useQueryClient();
  const onError = (error: Error) => toastFailure(error, "We couldn't sign out that device. Please try again.");
  const onSettled = () => cache.invalidateQueries({ queryKey: list.queryKey });
  const one = useMutation({
    mutationFn: ({ id }: Session) => endOne(id),
    onSuccess: (_, { device }) => toast({ title: 'Session Ended', description: `${device} is signed out.` }),
    onError,
    onSettled,
  });
  const others = useMutation({
    mutationFn: endOthers,
    onSuccess: ({ ended }) =>
      toast({
        title: 'Sessions Ended',
        description: ended === 1 ? '1 device is signed out.' : `${ended} devices are signed out.`,
      }),
    onError,
    onSettled,
  });
  return { one, others };
}
