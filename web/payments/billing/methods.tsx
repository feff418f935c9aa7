import { CircleDollarSign, CreditCard, Smartphone } from 'lucide-react';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';

const methods = [
  { name: 'Card', icon: CreditCard, isAvailable: true },
  { name: 'Venmo', icon: Smartphone, isAvailable: false },
  { name: 'Cash App', icon: CircleDollarSign, isAvailable: false },
];

/** The payment methods, available and coming soon. */
export function PaymentMethods() {
  return (
    <Card as="section" aria-labelledby="billing-methods">
      <h2 id="billing-methods" className="text-lg">
        Payment Methods
      </h2>
      <ul className="mt-1 divide-y divide-line">
        {methods.map(({ name, icon: Icon, isAvailable }) => (
          <li key={name} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3 last:pb-0">
            <Icon
              className={classNames('size-5.5 shrink-0', isAvailable ? 'text-azure' : 'text-soft')}
              aria-hidden="true"
            />
            <span className={classNames('grow', isAvailable ? 'font-semibold' : 'text-soft')}>{name}</span>
            <Badge tone={isAvailable ? 'leaf' : 'neutral'}>{isAvailable ? 'Available' : 'Coming Soon'}</Badge>
          </li>
        ))}
      </ul>
    </Card>
  );
}
