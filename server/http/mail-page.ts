import type { FastifyInstance } from 'fastify'
import type { App } from '../app.ts'
import { callInProcess } from './http.ts'
import { toRequestContext } from './request-context.ts'

/** Shows a mail as a mail program does: in a separate frame whose policy allows no scripts. */
export function registerMailPage(fastify: FastifyInstance, app: App): void {
  fastify.get<{ Params: { mailId: string } }>('/dev/mail-html/:mailId', async (request, reply) => {
    const { result } = await callInProcess(
      app,
      'GET /v4/dev/mails/:mailId',
      request.params,
      { kind: 'anonymous' },
      toRequestContext(app, request),
    )
    reply
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox",
      )
      .removeHeader('x-frame-options')
    return reply.type('text/html; charset=utf-8').send((result as { html: string }).html)
  })
}
