import http from 'node:http'
import type { AddressInfo } from 'node:net'

type Refusal = { readonly status: number; readonly error: Readonly<Record<string, unknown>> }

export type RefusingProvider = {
  /** The address to use as the provider's. */
  readonly url: string
  /** Address that requests without a refusal are passed on to. */
  passOnTo(url: string): void
  /** Refuses every request to a path, such as `POST /v1/customers`, with an error in Stripe's format; undefined ends it. */
  refuse(call: RegExp, refusal: Refusal | undefined): void
  stop(): void
}

/** Starts a server in front of a sandbox that refuses requests as Stripe does and passes the others on. */
export async function startRefusingProvider(): Promise<RefusingProvider> {
  let target = ''
  const refusals = new Map<string, Refusal & { readonly call: RegExp }>()
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => void answer(request, Buffer.concat(chunks), response))
  })
  async function answer(request: http.IncomingMessage, body: Buffer, response: http.ServerResponse): Promise<void> {
    const call = `${request.method} ${(request.url ?? '').split('?')[0]}`
    const refusal = [...refusals.values()].find((item) => item.call.test(call))
    response.setHeader('content-type', 'application/json')
    response.setHeader('request-id', 'req_refused')
    if (refusal) return void response.writeHead(refusal.status).end(JSON.stringify({ error: refusal.error }))
    const { authorization = '', 'idempotency-key': key } = request.headers
    const passed = await fetch(`${target}${request.url}`, {
      method: request.method ?? 'GET',
      headers: {
        authorization,
        'content-type': 'application/x-www-form-urlencoded',
        ...(typeof key === 'string' ? { 'idempotency-key': key } : {}),
      },
      ...(body.length > 0 ? { body: new Uint8Array(body) } : {}),
    })
    response.writeHead(passed.status).end(await passed.text())
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    passOnTo: (url) => void (target = url),
    refuse: (call, refusal) =>
      refusal ? void refusals.set(call.source, { ...refusal, call }) : void refusals.delete(call.source),
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
