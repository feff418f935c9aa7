// The content of Stripe's frames: the fields, their validation, and sending the card to Stripe's server.
const testCards = JSON.parse(document.getElementById('cards').textContent);
const field = (name) => document.getElementById(name);
const digits = (name) => field(name).value.replace(/\D/g, '');
const parentOrigin = '*';

const problems = {
  number: ['incomplete_number', 'Your card number is incomplete.'],
  expiry: ['incomplete_expiry', "Your card's expiration date is incomplete."],
  cvc: ['incomplete_cvc', "Your card's security code is incomplete."],
};
const isComplete = {
  number: () => digits('number').length === 16,
  expiry: () => digits('expiry').length === 4,
  cvc: () => digits('cvc').length === 3,
};

function checkCard() {
  const names = Object.keys(problems);
  const wrong = names.filter((name) => !isComplete[name]());
  for (const name of names) {
    const text = wrong.includes(name) ? problems[name][1] : '';
    field(`${name}-error`).textContent = text;
    field(name).toggleAttribute('aria-invalid', text !== '');
  }
  if (wrong.length === 0 && !testCards[digits('number')]) {
    return { type: 'validation_error', code: 'invalid_number', message: 'Your card number is invalid.' };
  }
  if (wrong.length === 0) return null;
  field(wrong[0]).focus();
  if (names.every((name) => field(name).value === '')) {
    const message = 'Please complete your payment details.';
    return { type: 'validation_error', code: 'incomplete_payment_details', message };
  }
  const [code, message] = problems[wrong[0]];
  return { type: 'validation_error', code, message };
}

const addressFields = ['name', 'line1', 'city', 'state', 'postal_code'];

function checkAddress() {
  const wrong = addressFields.find((name) => field(name).value.trim() === '');
  if (!wrong) return null;
  field(wrong).focus();
  return { type: 'validation_error', code: `incomplete_${wrong}`, message: 'Please fill in your address.' };
}

async function send(action, body) {
  const response = await fetch(`https://api.stripe.com/stub/${action}`, {
    method: 'POST',
    body: JSON.stringify({ ...body, testCard: testCards[digits('number')] }),
  }).catch(() => null);
  if (response) return await response.json();
  return { error: { type: 'api_connection_error', message: 'We are experiencing issues connecting to our servers.' } };
}

async function answerTo({ type, action, body }) {
  if (type === 'check') return document.body.dataset.kind === 'payment' ? checkCard() : checkAddress();
  if (type === 'send') return await send(action, body);
  const { name, ...address } = Object.fromEntries(addressFields.map((one) => [one, field(one).value]));
  return { name, address };
}

addEventListener('message', async ({ data, source }) => {
  if (data.type === 'fill') {
    const { name = '', address = {} } = data.values;
    for (const [id, value] of Object.entries({ name, ...address })) if (field(id)) field(id).value = value;
    return;
  }
  source.postMessage({ type: 'answer', id: data.id, answer: await answerTo(data) }, parentOrigin);
});
addEventListener('input', () => parent.postMessage({ type: 'change', complete: false }, parentOrigin));
addEventListener('load', () => parent.postMessage({ type: 'loaded' }, parentOrigin));
