import { Facts, LegalPage, type LegalSection, MailLink } from './legal-page.tsx';
import { OwnWords } from './own-words.tsx';

const lead = 'What we store about you, who sees it, and how long it stays. No ads, no analytics, no trackers.';

export function PrivacyPage() {
  return <LegalPage title="Privacy" lead={lead} sections={sections} other={{ href: '/terms', label: 'Terms' }} />;
}

const sections: readonly LegalSection[] = [
  {
    id: 'store',
    title: 'What we store',
    content: (
      <>
        <Facts
          facts={[
            {
              title: 'Your account',
              text: "Username, name, email, phone number and service address. Your password is stored only as a hash, which can't be turned back into the password.",
            },
            {
              title: 'Your pickups',
              text: "Address, bags, day, your instructions, what happened, your driver's notes and photos, your rating, and what you report or write to us about a pickup.",
            },
            {
              title: 'Your plan',
              text: 'Package, price, service address, day and preferred time, and its holds, skips, changes and credits.',
            },
            {
              title: 'Your payments',
              text: 'Amount, date and result of every charge and refund, and the brand and last four digits of the card.',
            },
            {
              title: 'Your notifications',
              text: 'What the bell in the app tells you about your pickups, plan and payments.',
            },
            {
              title: 'Our messages to you',
              text: 'Which receipts and messages about a pickup we sent you, how and when, and which of them you switched on or off.',
            },
            {
              title: 'Your sign-ins',
              text: 'Time, IP address and browser of the last 20, and the devices that are signed in now. Settings lists those devices.',
            },
            {
              title: 'The waiting list',
              text: "If you ask us to tell you when we serve your ZIP code: your email address and the ZIP code. Both are deleted when we've sent that one email, or earlier if you ask.",
            },
            {
              title: 'A record of changes',
              text: 'Who changed a pickup, a plan or an account, and when. It also notes when a person on our team opens your details.',
            },
          ]}
        />
      </>
    ),
  },
  {
    id: 'cards',
    title: 'Cards',
    content: <p>__CARD_DATA__ __PAYMENT_DATA__</p>,
  },
  {
    id: 'photos',
    title: 'Photos',
    content: (
      <p>
        Your driver can take a photo before and after a pickup. We store the picture only. We remove the location, the
        time and other details that a camera adds. Only you, your driver and our dispatchers can see a photo, and until
        noon the next day whoever has the link to that pickup from one of our messages.
      </p>
    ),
  },
  {
    id: 'addresses',
    title: 'Addresses and maps',
    content: (
      <p>
        __ADDRESS_DATA__ When your driver asks for directions, the address opens in Google Maps on the driver's phone.
      </p>
    ),
  },
  {
    id: 'who',
    title: 'Who sees it',
    content: (
      <>
        <Facts
          facts={[
            {
              title: 'Your driver',
              text: 'For the stops on the route: your name, phone number, email, address, bags, instructions and whether the pickup is paid. Not your rating.',
            },
            {
              title: 'Our dispatchers',
              text: 'Your account, pickups, plan and payments. Never your password or card number.',
            },
            {
              title: 'Your calendar app',
              text: 'Only if you add the calendar link in Settings: the days, windows, addresses and bags of your pickups.',
            },
            { title: 'Nobody else', text: 'The app passes data on only to the services that this page names.' },
          ]}
        />
        <OwnWords of="providers" />
      </>
    ),
  },
  {
    id: 'email',
    title: 'Email',
    content: (
      <p>
        We email you links to confirm your address or set a password, news of changes to your account, receipts and
        refunds, a declined card, and news about a pickup: a reminder the evening before, a new date, a cancellation,
        and how it went. The app sends no advertising. In Settings you choose which news about a pickup you get. Each of
        those emails has a link that stops them.
      </p>
    ),
  },
  {
    id: 'texts',
    title: 'Text messages',
    content: (
      <p>
        We text you only if you turned texts on in Settings. Your number and what the text says then go to the company
        that sends our texts, and to your carrier. We store which number you agreed to and when. Reply STOP to stop
        them.
      </p>
    ),
  },
  {
    id: 'notifications',
    title: 'Notifications',
    content: (
      <p>
        If you turn on notifications on a device, they reach it through the service of your browser's maker, such as
        Apple, Google, Mozilla or Microsoft. What they say is encrypted for your device. They stop when you turn them
        off or sign out there.
      </p>
    ),
  },
  {
    id: 'browser',
    title: 'Your browser',
    content: (
      <>
        <p>
          Signing in stores a session in your browser: 24 hours, or 30 days with “Keep me signed in.” Signing out
          deletes it. A booking or plan you haven't finished, and your choice and ZIP code on the home page, are saved
          in the browser too, so you can finish later. Whether you want notifications on this device is remembered there
          as well.
        </p>
        <p>
          There is one cookie. It is set when you sign in or register, lasts up to 400 days and marks the device, so
          that wrong passwords from strangers don't lock you out. It can't sign anybody in, and no other site gets it.
        </p>
      </>
    ),
  },
  {
    id: 'time',
    title: 'How long it stays',
    content: (
      <>
        <Facts
          facts={[
            { title: 'Sessions', text: 'Until they end: after 24 hours or 30 days, or when you sign out.' },
            {
              title: 'Emailed links',
              text: 'A link for a new password works for an hour. A link that undoes a change of email works for 7 days. A link to the day of a pickup works until noon the next day, and shows no name or house number.',
            },
            {
              title: 'Network addresses',
              text: 'Counts of sign-in attempts are kept for a few hours. Records of sign-ins, and of our team opening your details, are kept for 180 days. Your account lists your last 20 sign-ins.',
            },
            {
              title: 'Everything else',
              text: 'As long as your account exists. Deleting it cancels what is open and removes your name, contact details, addresses, notes and photos. Amounts, dates and ZIP codes stay in our books, without you.',
            },
          ]}
        />
        <OwnWords of="retention" />
      </>
    ),
  },
  {
    id: 'choices',
    title: 'Your choices',
    content: (
      <>
        <p>
          In Settings you can change your name, email, phone number and address, sign out any of your devices, download
          everything your account holds, and delete your account. Something else? Email <MailLink />.
        </p>
        <OwnWords of="rights" />
        <OwnWords of="privacyChanges" />
      </>
    ),
  },
];
