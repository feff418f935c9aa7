interface MadeDemoData {
  customers: number;
  subscriptions: number;
  pickups: number;
}

/** The toast after Create Demo Data: what was created, or that it was there already. */
export function demoToast({ customers, subscriptions, pickups }: MadeDemoData): { title: string; description: string } {
  if (customers + subscriptions + pickups === 0) {
    return { title: 'Demo Data Ready', description: 'The demo data already exists. Nothing was added.' };
  }
  const counts = [counted(customers, 'customer'), counted(subscriptions, 'subscription'), counted(pickups, 'pickup')];
  return { title: 'Demo Data Created', description: `${counts.join(', ')}.` };
}

function counted(count: number, thing: string): string {
  return `${count.toLocaleString('en-US')} ${thing}${count === 1 ? '' : 's'}`;
}
