import { required } from '#shared/collections.ts'
import type { FastifyReply } from 'fastify'
import { isProblem, Problem } from '#shared/problem.ts'
import { faultText } from '#shared/texts/catalogue.ts'
import type { Locale } from '#shared/text.ts'
import { toJson } from '#shared/wire/to-json.ts'

/** Whether responses have an envelope. The path alone decides this (contract-1). */
export const isEnveloped = (path: string): boolean => path.startsWith('/api/') || path.startsWith('/v3/')

export type ProblemBody = {
  readonly status: number
  readonly class: string
  readonly code: string
  readonly message: string
  readonly fields: Readonly<Record<string, string>>
  readonly more: Readonly<Record<string, unknown>>
}

export function problemBody(problem: Problem, locale: Locale): ProblemBody {
  return {
    status: problem.status,
    class: problem.class,
    code: problem.code,
    message:
      faultText({ code: problem.code, params: problem.params }, locale) ??
      required(faultText({ code: problem.class }, locale)),
    fields: Object.fromEntries(
      Object.entries(problem.fields).map(([field, fault]) => [
        field,
        faultText(fault, locale) ?? required(faultText({ code: 'validation' }, locale)),
      ]),
    ),
    more: problem.more,
  }
}

/** Sends a problem in the format that the path requires. Any other error becomes `server`, without its text. */
export function sendProblem(
  reply: FastifyReply,
  thrown: unknown,
  input: { path: string; locale: Locale; requestId: string },
): FastifyReply {
  const { failure } = reply.request.routeOptions.config as { readonly failure?: string }
  const problem = isProblem(thrown) ? thrown : new Problem('server', failure ?? 'server')
  const body = problemBody(problem, input.locale)
  if (problem.retryAfterSeconds !== undefined) reply.header('retry-after', String(problem.retryAfterSeconds))
  // RFC 9110 requires a challenge with each 401. `Basic` would make browsers ask for a password.
  if (problem.status === 401) reply.header('www-authenticate', 'Bearer')
  reply.header('cache-control', 'no-store')
  if (isEnveloped(input.path)) {
    const result = {
      code: body.code,
      class: body.class,
      ...(Object.keys(body.fields).length > 0 ? { fields: body.fields } : {}),
      ...body.more,
    }
    return reply
      .code(body.status)
      .type('application/json')
      .send(toJson({ success: false, message: body.message, result }))
  }
  return reply
    .code(body.status)
    .type('application/problem+json')
    .send(
      toJson({
        ...body.more,
        type: `urn:sunbul:problem:${body.code}`,
        title: faultText({ code: problem.class }, 'en'),
        status: body.status,
        class: body.class,
        code: body.code,
        message: body.message,
        detail: body.message,
        fields: body.fields,
        requestId: input.requestId,
      }),
    )
}
