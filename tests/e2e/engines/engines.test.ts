import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, dateKeyOf } from '../../../contract/values/time/dates.ts';
import { goodPassword } from '../../support/accounts/people.ts';
import { makeStaff, registerCustomer } from '../../support/accounts/signed-in.ts';
import { type Depot, openDepot, type SignedIn } from '../../support/driver/driver-day.ts';
import { startWeakSignal } from '../../support/driver/weak-signal.ts';
import { type ServerProcess, startServerProcess } from '../../support/processes/server-process.ts';
import type { EngineBrowser, WindowSize } from './engine.ts';
import { firefox } from './firefox.ts';
import { inWindow, type Steps } from './steps.ts';
import { webkit } from './webkit.ts';

/** The core of the product in the engines that most stories don't run in (QUAL-73). */

const phone = { width: 390, height: 844 };
const desktop = { width: 1280, height: 800 };

describe.each([firefox, webkit])('in $name', (engine) => {
  describe.skipIf(engine.whyNot !== null)(engine.whyNot ?? 'as installed here', () => {
    let server: ServerProcess;
    let browser: EngineBrowser;
    let depot: Depot;
    beforeAll(async () => {
      server = await startServerProcess();
      browser = await engine.launch();
    });
    afterAll(async () => {
      await browser?.close();
      await depot?.close();
      await server?.stop();
    });
    const open = (size: WindowSize, act: (steps: Steps) => Promise<void>) => inWindow(engine, browser, size, act);

    it('a visitor registers, books and pays; the dispatcher assigns; the driver completes; the customer sees it', async () => {
      const address = '742 S 10th St, Philadelphia, PA 19147';
      const admin = await makeStaff(server, 'admin', 'morning-desk');
      await makeStaff(server, 'driver', 'truck-one');
      await open(phone, async (customer) => {
        await customer.goto(server.url);
        await customer.press('link', 'One-Time Pickup');
        await register(customer, 'row-house', address);
        await book(customer, 'Blue door');
        await payWith(customer, '4000000000000002');
        await customer.untilText('Your card was declined.');
        await payWith(customer, '4242424242424242');
        await customer.untilText('Payment Successful');
        await customer.untilText('Pickup Booked!');
      });
      const pickups = async () => (await admin.send('GET', '/api/admin/pickups')) as unknown;
      expect(await pickups()).toMatchObject([{ status: 'pending', paymentStatus: 'paid', amount: '45.00', address }]);

      await open(desktop, async (dispatcher) => {
        await signIn(dispatcher, server.url, 'morning-desk');
        await dispatcher.untilAt('/admin');
        await dispatcher.goto(`${server.url}/admin/requests`);
        await dispatcher.untilText('URGENT');
        await dispatcher.choose('Assign to', 'truck-one');
        await dispatcher.press('button', 'Assign');
        await expect.poll(pickups, patiently).toMatchObject([{ status: 'assigned' }]);
      });

      await open(phone, async (driver) => {
        await signIn(driver, server.url, 'truck-one');
        await driver.untilAt('/driver');
        await driver.press('button', 'Complete');
        await driver.untilText('Successfully completed 1 pickup(s)');
      });
      expect(await pickups()).toMatchObject([{ status: 'completed' }]);

      await open(phone, async (customer) => {
        await signIn(customer, server.url, 'row-house');
        await customer.untilAt('/dashboard');
        await customer.untilText('Recent Activity');
        await customer.goto(`${server.url}/pickup-history`);
        await customer.untilText('742 S 10th St');
        await customer.untilText('Completed');
      });
    });

    it('a driver completes stops without signal and after a reload, each once', async () => {
      depot ??= await openDepot(server);
      const signal = await startWeakSignal(server.url);
      const { token, user } = await depot.makeDriver('truck-two', 4);
      await open(phone, async (driver) => {
        await signInAs(driver, signal.url, { token, user });
        await driver.goto(`${signal.url}/driver`);
        await driver.untilText('Up to date');
        await driver.run(async () => void (await navigator.serviceWorker.ready));
        await driver.press('button', 'Complete');
        await driver.untilText('All sent');

        signal.cut();
        await driver.press('button', 'Complete');
        await driver.untilText('No signal. 1 waiting to be sent');
        await driver.reload();
        await driver.untilText('No signal. 1 waiting to be sent');
        await driver.press('button', 'Complete');
        await driver.untilText('No signal. 2 waiting to be sent');

        signal.restore();
        await driver.run(() => void dispatchEvent(new Event('online')));
        await driver.untilText('All sent');
      });
      expect([...(await depot.timesCompleted(user.id)).values()]).toEqual([1, 1, 1]);
      await signal.close();
    });

    it("a dispatcher moves stops on the day's board with keys, with the mouse and back", async () => {
      depot ??= await openDepot(server);
      const day = addDays(dateKeyOf(new Date()), 2);
      const ann = await depot.makeDriver('truck-ann', 0);
      const bob = await depot.makeDriver('truck-bob', 0);
      await depot.addStops(ann.user.id, 5, 2);
      const counts = async () => {
        const rows = await depot.query('select "driverId" from pickups where "driverId" in ($1, $2)', [
          ann.user.id,
          bob.user.id,
        ]);
        return [ann, bob].map(({ user }) => rows.filter(({ driverId }) => driverId === user.id).length);
      };
      await open(desktop, async (dispatcher) => {
        await signInAs(dispatcher, server.url, depot.desk);
        await dispatcher.goto(`${server.url}/admin/routes?day=${day}`);
        await dispatcher.press('checkbox', 'Stop 1, ');
        await dispatcher.press('checkbox', 'Stop 2, ');
        await dispatcher.untilText('2 stops · 16 bags selected');
        await dispatcher.press('button', 'Move to…');
        await dispatcher.choose('Driver', 'truck-bob');
        await dispatcher.choose('Position', 'First');
        await dispatcher.press('button', 'Move');
        await expect.poll(counts, patiently).toEqual([3, 2]);
        await dispatcher.press('button', 'Undo');
        await expect.poll(counts, patiently).toEqual([5, 0]);
        await dispatcher.drag(['text', '5'], ['heading', 'truck-bob']);
        await expect.poll(counts, patiently).toEqual([4, 1]);
      });
    });

    it('follows a second link while the file of the first page is loading', async () => {
      const customer = await registerCustomer(server.url, 'in-a-hurry');
      const signal = await startWeakSignal(server.url);
      signal.decide(({ path }) => {
        if (path.startsWith('/assets/history.page')) return 'swallowed';
        return path === '/settings' ? { delayMs: 4000 } : undefined;
      });
      await open(phone, async (person) => {
        await signInAs(person, signal.url, customer);
        await person.goto(`${signal.url}/dashboard`);
        await person.untilText('Recent Activity');
        await person.run(() => document.querySelector<HTMLElement>('a[href="/pickup-history"]')?.click());
        await person.untilAt('/pickup-history');
        await person.run(() => void setTimeout(() => location.assign('/settings'), 500));
        await person.untilAt('/settings');
        await person.untilText('Settings');
      });
      await signal.close();
    });
  });
});

const patiently = { timeout: 90_000, interval: 200 };

async function register(page: Steps, username: string, address: string): Promise<void> {
  await page.untilAt('/register');
  await page.fill('First name', 'Pat');
  await page.fill('Last name', 'Example');
  await page.fill('Email', `${username}@stoop.example`);
  await page.fill('Phone number', '2155550142');
  await page.fill('Service address', address);
  await page.fill('Username', username);
  await page.fill('Password', goodPassword);
  await page.fill('Confirm password', goodPassword);
  await page.press('button', 'Create Account');
  await page.untilAt('/dashboard');
}

async function signIn(page: Steps, url: string, username: string): Promise<void> {
  await page.goto(`${url}/login`);
  await page.fill('Username or email', username);
  await page.fill('Password', goodPassword);
  await page.press('button', 'Sign In');
}

/** Gives the window the session of somebody who has signed in elsewhere. */
async function signInAs(page: Steps, url: string, { token, user }: SignedIn): Promise<void> {
  await page.goto(`${url}/robots.txt`);
  await page.run(
    (stored) => {
      for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
    },
    { token, user: JSON.stringify(user) },
  );
}

/** Goes through the wizard to the card form: 8 bags for today at the registered address. */
async function book(page: Steps, instructions: string): Promise<void> {
  await page.press('radio', 'Up to 8 bags');
  await page.press('radio', 'Today');
  await page.press('button', 'Next');
  await page.fill('Special instructions', instructions);
  await page.press('button', 'Next');
  await page.press('button', 'Continue to Payment');
}

async function payWith(page: Steps, number: string): Promise<void> {
  await page.fill('Name on card', 'Pat Example');
  await page.fill('Card number', number);
  await page.fill('Expiry', '12/30');
  await page.fill('CVC', '123');
  await page.fill('ZIP code', '19147');
  await page.press('button', 'Pay $45.00');
}
