import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { listenLocally } from './local-server.ts';

/** A request that the stand-in received. */
export interface PlacesRequest {
  method: string | undefined;
  path: string | undefined;
  headers: IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: a test states what it expects of it
  body: any;
}

type Behavior = (response: ServerResponse, request: PlacesRequest) => void;

export interface PlacesStandIn {
  url: string;
  /** The requests so far, oldest first. */
  requests: PlacesRequest[];
  /** Sets how it responds from now on. */
  behave(behavior: Behavior): void;
  close(): Promise<void>;
}

/** Starts a local stand-in for the autocomplete of Google Places. */
export async function startPlaces(): Promise<PlacesStandIn> {
  let behavior: Behavior = (response) => respondJson(response, 200, {});
  const requests: PlacesRequest[] = [];
  const server = createServer(async (incoming, response) => {
    const sent = await readText(incoming).catch(() => undefined);
    if (sent === undefined) return; // the client has disconnected
    const { method, url: path, headers } = incoming;
    const request = { method, path, headers, body: JSON.parse(sent) };
    requests.push(request);
    behavior(response, request);
  });
  const local = await listenLocally(server);
  return {
    ...local,
    requests,
    behave: (next) => {
      behavior = next;
    },
  };
}

export function respondJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8' }).end(JSON.stringify(body));
}

/** Returns the documented response, with more fields than we request. */
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

/** Returns the documented error. */
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
