// Stands in for Stripe.js in a real browser: the functions that our pages call, with the same checks. The fields are in separate
// frames, so that what is typed is never in our page.
(() => {
  const origin = 'https://js.stripe.com';
  let count = 0;

  function only(what, given, known) {
    const odd = Object.keys(given ?? {}).filter((name) => !known.includes(name));
    if (odd.length > 0) throw new Error(`IntegrationError: ${what} does not know ${odd.join(', ')}`);
  }

  async function ask(action, body) {
    const response = await fetch(`https://api.stripe.com/stub/${action}`, {
      method: 'POST',
      body: JSON.stringify(body),
    }).catch(() => null);
    if (response) return await response.json();
    return {
      error: { type: 'api_connection_error', message: 'We are experiencing issues connecting to our servers.' },
    };
  }

  function frameOf(title, page, height) {
    const frame = document.createElement('iframe');
    count += 1;
    frame.name = `__privateStripeFrame${count}`;
    frame.title = title;
    frame.src = `${origin}/endive/${page}`;
    frame.style.cssText = `width: 100%; height: ${height}px; border: 0; display: block`;
    frame.setAttribute('allow', 'payment *');
    return frame;
  }

  const addressOptions = ['mode', 'allowedCountries', 'fields', 'autocomplete', 'defaultValues'];
  const paymentOptions = ['layout', 'wallets', 'fields'];

  function createElement(type, options = {}) {
    only(`create('${type}')`, options, type === 'payment' ? paymentOptions : addressOptions);
    const listeners = new Map();
    const emit = (event, detail) => {
      for (const listener of listeners.get(event) ?? []) listener(detail);
    };
    const title = type === 'payment' ? 'Secure payment input frame' : 'Secure address input frame';
    const frame = frameOf(title, `${type}.html`, type === 'payment' ? 200 : 380);
    const waiting = new Map();
    const loaded = Promise.withResolvers();
    const hear = ({ source, data }) => {
      if (!frame.contentWindow || source !== frame.contentWindow) return;
      if (data.type === 'loaded') {
        frame.contentWindow.postMessage({ type: 'fill', values: options.defaultValues ?? {} }, origin);
        loaded.resolve();
        emit('ready', { elementType: type });
      }
      if (data.type === 'change') emit('change', { elementType: type, empty: false, complete: data.complete });
      if (data.type === 'answer') waiting.get(data.id)?.(data.answer);
    };
    addEventListener('message', hear);
    return {
      options,
      type,
      on(event, listener) {
        listeners.set(event, [...(listeners.get(event) ?? []), listener]);
        return this;
      },
      off(event, listener) {
        listeners.set(
          event,
          (listeners.get(event) ?? []).filter((one) => one !== listener),
        );
        return this;
      },
      update() {},
      mount(place) {
        place.append(frame);
      },
      unmount: () => frame.remove(),
      destroy() {
        frame.remove();
        removeEventListener('message', hear);
      },
      async tell(message) {
        if (!frame.isConnected) throw new Error('IntegrationError: the element is not mounted');
        // A message sent before the frame listens would be lost.
        await loaded.promise;
        count += 1;
        const id = count;
        const answered = new Promise((resolve) => waiting.set(id, resolve));
        frame.contentWindow.postMessage({ ...message, id }, origin);
        return await answered;
      },
    };
  }

  function createElements(options) {
    only('elements()', options, ['clientSecret', 'appearance', 'loader']);
    if (!/^(pi|seti)_\w+_secret_\w+$/.test(options.clientSecret)) throw new Error('IntegrationError: no client secret');
    const mounted = new Map();
    return {
      clientSecret: options.clientSecret,
      mounted,
      create(type, given) {
        if (type !== 'payment' && type !== 'address') throw new Error(`IntegrationError: no element ${type}`);
        if (mounted.has(type)) throw new Error(`IntegrationError: there is one ${type} element already`);
        const element = createElement(type, given);
        const { destroy } = element;
        element.destroy = () => {
          mounted.delete(type);
          destroy();
        };
        mounted.set(type, element);
        return element;
      },
      getElement: (type) => mounted.get(type) ?? null,
      update() {},
      async submit() {
        for (const type of ['address', 'payment']) {
          const error = await mounted.get(type)?.tell({ type: 'check' });
          if (error) return { error };
        }
        return { selectedPaymentMethod: 'card' };
      },
    };
  }

  /** Shows the bank's confirmation in a frame above the whole page. Returns whether the cardholder confirmed. */
  async function askPerson() {
    const layer = document.createElement('div');
    layer.style.cssText = 'position: fixed; inset: 0; z-index: 2147483647; background: rgb(0 0 0 / 40%)';
    const frame = frameOf("The bank's question", 'question.html', 320);
    frame.style.cssText = 'position: absolute; inset: 0; margin: auto; width: 300px; height: 320px; border: 0';
    frame.addEventListener('load', () => frame.focus());
    layer.append(frame);
    document.body.append(layer);
    const isConfirmed = await new Promise((resolve) => {
      addEventListener('message', function hear({ source, data }) {
        if (source !== frame.contentWindow || data.type !== 'decided') return;
        removeEventListener('message', hear);
        resolve(data.isConfirmed);
      });
    });
    layer.remove();
    return isConfirmed;
  }

  async function confirm(action, { elements, confirmParams, redirect, ...rest }) {
    only(action, rest, []);
    if (redirect !== 'if_required') throw new Error('IntegrationError: this page would be left');
    only('confirmParams', confirmParams, ['return_url', 'payment_method_data']);
    if (!confirmParams.return_url.startsWith(`${location.origin}/`)) throw new Error('IntegrationError: return_url');
    const payment = elements.mounted.get('payment');
    if (!payment) throw new Error('IntegrationError: no payment element');
    const details = confirmParams.payment_method_data?.billing_details ?? {};
    for (const [field, rule] of Object.entries(payment.options.fields?.billingDetails ?? {})) {
      if (rule === 'never' && !details[field]) throw new Error(`IntegrationError: ${field} must be passed`);
    }
    const { error } = await elements.submit();
    if (error) return { error };
    const { clientSecret } = elements;
    const billing = { ...details, ...(await elements.mounted.get('address')?.tell({ type: 'read' })) };
    const answer = await payment.tell({ type: 'send', action, body: { clientSecret, billing } });
    if ((answer.paymentIntent ?? answer.setupIntent)?.status !== 'requires_action') return answer;
    const complete = answer.setupIntent ? 'complete-setup' : 'complete-action';
    return await ask(complete, { clientSecret, isConfirmed: await askPerson() });
  }

  window.Stripe = (key, options) => {
    if (!/^pk_(test|live)_\w+$/.test(key)) throw new Error('IntegrationError: no publishable key');
    only('Stripe()', options, ['locale']);
    return {
      elements: createElements,
      createToken() {},
      createPaymentMethod() {},
      confirmCardPayment() {},
      _registerWrapper() {},
      registerAppInfo() {},
      confirmPayment: (given) => confirm('confirm-payment', given),
      confirmSetup: (given) => confirm('confirm-setup', given),
      retrievePaymentIntent: (clientSecret) => ask('retrieve', { clientSecret }),
    };
  };
  window.Stripe.version = 'endive';
})();
