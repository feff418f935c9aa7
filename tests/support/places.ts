import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';

/** A request as the stand-in got it. */
export interface PlacesRequest {
  method: string | undefined;
  path: string | undefined;
  headers: IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of it
  body: any;
}

type Behavior = (response: ServerResponse, request: PlacesRequest) => void;

export interface PlacesStandIn {
  url: string;
  /** What was asked so far, the oldest first. */
  requests: PlacesRequest[];
  /** From now on it answers like this. */
  behave(behavior: Behavior): void;
  close(): Promise<void>;
}

/** A server on this machine that speaks Google Places' autocomplete as documented, or whatever a test wants of it. */
export async function startPlaces(): Promise<PlacesStandIn> {
  let behavior: Behavior = (response) => respondJson(response, 200, {});
  const requests: PlacesRequest[] = [];
  const server = createServer(async (incoming, response) => {
    const sent = await readText(incoming).catch(() => undefined);
    if (sent === undefined) return; // whoever asked has hung up
    const { method, url: path, headers } = incoming;
    const request = { method, path, headers, body: JSON.parse(sent) };
    requests.push(request);
    behavior(response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    behave: (next) => {
      behavior = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export function respondJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8' }).end(JSON.stringify(body));
}

/** The documented answer, with more in every entry than we ask for. */
export function predictions(...texts: string[]): { suggestions: object[] } {
  return {
    suggestions: texts.map((text, index) => ({
      placePrediction: {
        place: `places/stand-in-${index}`,
        placeId: `stand-in-${index}`,
        text: { text, matches: [{ endOffset: 3 }] },
        structuredFormat: { mainText: { text: text.split(',')[0] }, secondaryText: { text: 'Philadelphia, PA, USA' } },
        types: ['street_address', 'geocode'],
      },
    })),
  };
}

/** The documented refusal. */
export function googleError(code: number, status: string, reason: string, message: string): object {
  return {
    error: {
      code,
      message,
      status,
      details: [
        { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain: 'googleapis.com' },
        { '@type': 'type.googleapis.com/google.rpc.LocalizedMessage', locale: 'en-US', message },
      ],
    },
  };
}
