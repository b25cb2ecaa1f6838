import type { FastifyInstance } from 'fastify'
import type { App } from '../app.ts'
import { callInProcess } from './http.ts'
import { toRequestContext } from './request-context.ts'

/**
 * A mail as its reader's program shows it: in a frame of its own, under a policy of its own, where nothing of it can
 * run.
 */
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
