/**
 * The passages of Terms and Privacy that only the business can write. `text` null: the page shows a marked place that says what
 * belongs there (decision 064).
 */
const passages = {
  company: { subject: 'legal name, postal address and license numbers', text: null },
  neverTaken: { subject: 'what you never take, such as paint, chemicals or tires', text: null },
  damage: { subject: 'insurance, damage claims and limits of liability', text: null },
  law: { subject: 'governing law and how disputes are resolved', text: null },
  termsChanges: { subject: 'how you change these terms, and the date they take effect', text: null },
  providers: { subject: 'the companies that host this site, send its email and store its photos', text: null },
  retention: { subject: 'how long you keep accounts, pickups, photos and payment records', text: null },
  rights: { subject: 'the privacy rights of your customers, and who handles their requests', text: null },
  privacyChanges: { subject: 'how you change this page, and the date it takes effect', text: null },
} satisfies Record<string, { subject: string; text: string | null }>;

export type PassageName = keyof typeof passages;

export function OwnWords({ of }: { of: PassageName }) {
  const { subject, text }: { subject: string; text: string | null } = passages[of];
  if (text !== null) return <p>{text}</p>;
  return (
    <p className="rounded-card border-2 border-maize-deep border-dashed bg-maize-wash px-4 py-3 text-ink">
      <strong className="font-display font-semibold">[Business: {subject}]</strong>
      <span className="block text-[0.9375rem]">To be completed by the owner.</span>
    </p>
  );
}
