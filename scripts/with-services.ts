import { createLogger } from '../server/log.ts';
import { openServices } from '../server/open-services.ts';
import type { Services } from '../server/services.ts';
import { readSettings } from '../server/settings/settings.ts';
import { explainStartFailure } from '../server/start-failure.ts';

/**
 * Runs a command with the deployment's services, such as its database and payment provider. An error is one line and
 * exit code 1.
 */
export async function withServices(command: (services: Services) => Promise<void>): Promise<void> {
  try {
    const { services, close } = await openServices(readSettings(process.env, []), createLogger('warn'));
    try {
      await command(services);
    } finally {
      await close();
    }
  } catch (error) {
    fail(explainStartFailure(error));
  }
}

/** Prints an error and sets exit code 1. */
export function fail(message: string): void {
  console.error(message.split('\n')[0]);
  process.exitCode = 1;
}
