interface FaultBody {
  type: string;
  code?: string;
  decline_code?: string;
  message?: string;
  param?: string;
  charge?: string;
}

/** An answer of Stripe that is no success, in the shape that Stripe gives it. */
export class StripeFault extends Error {
  readonly status: number;
  readonly body: { error: FaultBody };

  constructor(status: number, error: FaultBody) {
    super(error.message ?? error.type);
    this.status = status;
    this.body = { error };
  }
}

export function invalid(message: string, more: { param?: string; code?: string } = {}): StripeFault {
  return new StripeFault(400, { type: 'invalid_request_error', message, ...more });
}

/** An id in the path that names nothing is 404; one in a parameter is 400. */
export function missing(what: string, id: string, param?: string): StripeFault {
  return new StripeFault(param ? 400 : 404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${what}: '${id}'`,
    param: param ?? 'id',
  });
}
