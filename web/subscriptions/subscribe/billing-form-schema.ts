import * as z from 'zod/mini';
import { requiredText } from '../../../contract/values/shapes.ts';
import { TestCardFields } from '../../payments/card/test-card/form-schema.ts';

/** The payer and the card. All fields are required; there is no phone number (PLAN-3). */
export const BillingFields = z.extend(TestCardFields, {
  name: requiredText('Please enter the name on the card', 255, 'Please enter a shorter name'),
  email: z
    .string()
    .check(
      z.trim(),
      z.maxLength(255, 'Please enter a shorter email address'),
      z.email('Please enter a valid email address'),
    ),
  address: requiredText('Please enter the billing address', 255, 'Please enter a shorter address'),
});
export type BillingFields = z.output<typeof BillingFields>;
