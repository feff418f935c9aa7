/** The parts of autocannon that the benches use; the package has no types. */
declare module 'autocannon' {
  export interface Request {
    method?: 'GET' | 'POST';
    path?: string;
    headers?: Record<string, string>;
    body?: string;
    /** Called before each time the request is sent. */
    setupRequest?(request: Request): Request;
  }
  interface Options extends Request {
    url: string;
    connections: number;
    /** Seconds. */
    duration: number;
    requests?: Request[];
    /** Requests per second, over all connections. */
    overallRate?: number;
  }
  interface Result {
    /** Seconds. */
    duration: number;
    '2xx': number;
    non2xx: number;
    errors: number;
    /** Milliseconds. */
    latency: { p50: number; p99: number; max: number };
  }
  export default function autocannon(options: Options): Promise<Result>;
}
