import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { contract } from '#modules/contract.ts'
import { isEnveloped } from '#server/http/wire.ts'
import { toJson } from '#shared/wire/to-json.ts'
import type { Endpoint } from '#shared/endpoint.ts'

const endpoints: Readonly<Record<string, Endpoint>> = contract

/**
 * Checks every response of a server against its contract: decoded and encoded again, it must be the same. Returns the
 * differences.
 */
export function watchAnswers(fastify: FastifyInstance): ReadonlySet<string> {
  const undocumented = new Set<string>()
  fastify.addHook('onSend', async (request, reply, payload) => {
    const call = `${request.method} ${request.routeOptions.url}`
    const { output } = endpoints[call] ?? {}
    if (
      !output ||
      reply.statusCode >= 300 ||
      typeof payload !== 'string' ||
      !String(reply.getHeader('content-type')).startsWith('application/json')
    )
      return
    const body = JSON.parse(payload) as { result: unknown }
    const sent = isEnveloped(request.url) ? body.result : body
    const result = output.safeParse(sent)
    if (!result.success)
      undocumented.add(
        `${call}: ${result.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; ')}`,
      )
    else if (!isDeepStrictEqual(JSON.parse(toJson(result.data)), sent))
      undocumented.add(`${call} tells more than its contract: ${payload.slice(0, 2000)}`)
  })
  return undocumented
}
