/** The element of a stop of today's route. */
export const todayStopId = (stopId: string): string => `stop-${stopId}`;
