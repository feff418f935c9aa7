import type { JobHandlers } from '../jobs/queue.ts';
import type { Services } from '../services.ts';
import { sendReportNews } from './send-report-news.ts';

export function missedJobs(services: Services) {
  return {
    'send-report-news': async (payload) => await sendReportNews(services, payload),
  } satisfies Partial<JobHandlers>;
}
