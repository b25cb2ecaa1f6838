import { lookup as lookUpName, type LookupAddress } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import type { PostFault, WebhookRequest, WebhookResponse } from '../ports.ts'
import { addressIn, isPermittedHost } from '../rules/endpoint-url.ts'
import { isPublicAddress } from '../rules/public-address.ts'

/** Time limit of a request with its name lookup, in milliseconds. */
const requestMs = 5000
/** Maximum size of a response in bytes. */
export const responseBytesMax = 64 * 1024
/** Characters of a response that are stored. */
const storedMax = 1000
/** Connections to one receiver. */
const socketsMax = 20

/** Resolves a name to all of its addresses, as `dns.lookup` does. */
export type NameLookup = (
  name: string,
  done: (error: NodeJS.ErrnoException | null, addresses: readonly LookupAddress[]) => void,
) => void

const systemLookup: NameLookup = (name, done) => {
  lookUpName(name, { all: true, verbatim: true }, done)
}

class NotPublicError extends Error {}
class TooLargeError extends Error {}

/**
 * Returns a function that posts to endpoints. A name is resolved once for each connection, and the connection is made to
 * the address that was checked, so a name that changes its address in between can't lead to an internal host
 * (webhooks-3). Redirects aren't followed. `permittedHosts`: hosts with ports that may have any address.
 */
export function createWebhookPoster(
  permittedHosts: readonly string[],
  {
    lookup = systemLookup,
    timeoutMs = requestMs,
    isPublic = isPublicAddress,
  }: {
    readonly lookup?: NameLookup
    readonly timeoutMs?: number
    readonly isPublic?: (address: string) => boolean
  } = {},
): (request: WebhookRequest) => Promise<WebhookResponse> {
  const options = { keepAlive: true, maxSockets: socketsMax, maxFreeSockets: 4, timeout: 20_000 }
  const agents = { 'http:': new http.Agent(options), 'https:': new https.Agent(options) }
  return async (request) => {
    const started = performance.now()
    const withDuration = (outcome: Omit<WebhookResponse, 'durationMs'>): WebhookResponse => ({
      ...outcome,
      durationMs: Math.round(performance.now() - started),
    })
    try {
      const url = new URL(request.url)
      const mayBeAnywhere = isPermittedHost(url, permittedHosts)
      const address = addressIn(url)
      if (!mayBeAnywhere && (url.protocol !== 'https:' || (address !== undefined && !isPublic(address))))
        throw new NotPublicError()
      const response = await post(request, url, {
        agent: url.protocol === 'https:' ? agents['https:'] : agents['http:'],
        timeoutMs,
        lookup: mayBeAnywhere ? lookup : checked(lookup, isPublic),
      })
      return withDuration({ ...response, fault: null })
    } catch (error) {
      return withDuration({ status: null, text: '', fault: faultOf(error) })
    }
  }
}

/** Fails for a name with any address that isn't public. */
const checked =
  (lookup: NameLookup, isPublic: (address: string) => boolean): NameLookup =>
  (name, done) => {
    lookup(name, (error, addresses) => {
      if (!error && !addresses.every(({ address }) => isPublic(address))) done(new NotPublicError(), [])
      else done(error, addresses)
    })
  }

type Options = { readonly agent: http.Agent; readonly timeoutMs: number; readonly lookup: NameLookup }

function post({ headers, body }: WebhookRequest, url: URL, { agent, timeoutMs, lookup }: Options) {
  return new Promise<{ readonly status: number; readonly text: string }>((resolve, reject) => {
    const bytes = Buffer.from(body)
    const request = (url.protocol === 'https:' ? https : http).request(url, {
      method: 'POST',
      agent,
      headers: { ...headers, 'content-type': 'application/json', 'content-length': bytes.length },
      // The deadline includes the lookup and the whole response, unlike the request's own timeout.
      signal: AbortSignal.timeout(timeoutMs),
      lookup: (name, { all }, done) => {
        lookup(name, (error, addresses) => {
          const [first] = addresses ?? []
          if (error || !first) done(error ?? Object.assign(new Error('no address'), { code: 'ENOTFOUND' }), '', 4)
          else if (all === true) done(null, [...addresses])
          else done(null, first.address, first.family)
        })
      },
    })
    request.on('error', reject)
    request.on('response', (response) => {
      const parts: Buffer[] = []
      let length = 0
      response.on('data', (part: Buffer) => {
        length += part.length
        if (length > responseBytesMax) request.destroy(new TooLargeError())
        else parts.push(part)
      })
      response.on('error', reject)
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, text: readable(Buffer.concat(parts)) })
      })
    })
    request.end(bytes)
  })
}

/** Returns the first characters of a response. PostgreSQL's texts can't contain the character NUL. */
const readable = (bytes: Buffer): string =>
  bytes
    .toString('utf8')
    .replaceAll('\0', '')
    .slice(0, storedMax)
    // A character outside the basic plane may have been cut in half.
    .replace(/[\uD800-\uDBFF]$/, '')

const faultCodes: Readonly<Record<string, PostFault>> = {
  ENOTFOUND: 'name-unknown',
  EAI_AGAIN: 'name-unknown',
  ECONNREFUSED: 'refused',
}

function faultOf(error: unknown): PostFault {
  if (error instanceof NotPublicError) return 'not-public'
  if (error instanceof TooLargeError) return 'response-too-large'
  const { name, code = '' } = error as { name?: string; code?: string }
  if (name === 'AbortError' || name === 'TimeoutError' || code === 'ABORT_ERR') return 'timeout'
  if (/^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO|DEPTH_ZERO|SELF_SIGNED|EPROTO)/.test(code)) return 'tls'
  return faultCodes[code] ?? 'network'
}
