import type http from 'node:http'
import { Refusal } from './errors.ts'

export type StoredResponse = { readonly status: number; readonly body: string }

const bodyBytesMax = 64 * 1024

export function bodyOf(request: http.IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => {
      body += chunk
      if (body.length > bodyBytesMax) request.destroy(new Error('the body is too large'))
    })
    request.on('end', () => resolve(body))
    request.on('error', reject)
  })
}

export function send(
  response: http.ServerResponse,
  status: number,
  body: string,
  headers: Record<string, string> = {},
): void {
  if (response.destroyed || response.writableEnded) return
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    ...headers,
  })
  response.end(body)
}

/**
 * Origins that may embed a page of `parents`. Browsers check all ancestors of a frame; messages go to the origins of
 * `parents` only.
 */
const outerPages = 'https: http://localhost:* http://*.localhost:*'

export function sendPage(
  response: http.ServerResponse,
  { html, nonce }: { html: string; nonce: string },
  parents: readonly string[],
): void {
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'content-length': Buffer.byteLength(html),
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'content-security-policy': `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors ${parents.length > 0 ? `${parents.join(' ')} ${outerPages}` : "'none'"}`,
  })
  response.end(html)
}

/** The response of a call in Stripe's format. Undefined: already sent, or aborted by a fault. */
export async function run(work: () => Promise<unknown>): Promise<StoredResponse | undefined> {
  try {
    const result = await work()
    return result === undefined ? undefined : { status: 200, body: JSON.stringify(result) }
  } catch (error) {
    if (error instanceof Refusal) return { status: error.status, body: JSON.stringify({ error: error.body }) }
    console.error(error)
    return {
      status: 500,
      body: JSON.stringify({ error: { type: 'api_error', message: 'The sandbox has a fault of its own' } }),
    }
  }
}
