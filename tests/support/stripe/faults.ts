interface FaultBody {
  type: string;
  code?: string;
  decline_code?: string;
  message?: string;
  param?: string;
  charge?: string;
}

/** An error response of Stripe, in its format. */
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

/** Returns the error for an unknown id: 404 in the path, 400 in a parameter. */
export function missing(what: string, id: string, param?: string): StripeFault {
  return new StripeFault(param ? 400 : 404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${what}: '${id}'`,
    param: param ?? 'id',
  });
}
