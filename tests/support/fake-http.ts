import http from 'node:http'
import type { AddressInfo } from 'node:net'

export type RecordedRequest = {
  readonly method: string
  readonly url: URL
  readonly headers: http.IncomingHttpHeaders
  readonly form: URLSearchParams
}
export type FakeResponse = {
  readonly status?: number
  readonly headers?: Record<string, string>
  readonly body?: unknown
}

/** Starts a local fake of a third party's server: sends objects as JSON, text as a page, bytes unchanged. */
export async function startFake(
  port: number,
  handle: (request: RecordedRequest) => FakeResponse,
): Promise<{ url: string; stop(): Promise<void> }> {
  const server = http.createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const form = new URLSearchParams(Buffer.concat(parts).toString())
      const {
        status = 200,
        headers = {},
        body = '',
      } = handle({
        method: request.method ?? 'GET',
        url: new URL(request.url ?? '/', `http://${request.headers.host}`),
        headers: request.headers,
        form,
      })
      const isPlain = typeof body === 'string' || Buffer.isBuffer(body)
      response.writeHead(status, {
        'content-type': typeof body === 'string' ? 'text/html; charset=utf-8' : 'application/json',
        ...headers,
      })
      response.end(isPlain ? body : JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

const safe = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** Renders the page where users log in to the provider or cancel; it forwards the query. */
export function consentPage(title: string, url: URL): string {
  const kept = [...url.searchParams]
    .map(([name, value]) => `<input type="hidden" name="${safe(name)}" value="${safe(value)}">`)
    .join('')
  const field =
    '<label>Who are you? <input name="as"></label> <button>Continue</button> <button name="as" value="declined">Cancel</button>'
  return `<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1><form action="${safe(url.pathname)}">${kept}${field}</form></html>`
}

export const redirectTo = (address: string, query: Record<string, string>): FakeResponse => {
  const url = new URL(address)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return { status: 302, headers: { location: url.href } }
}
