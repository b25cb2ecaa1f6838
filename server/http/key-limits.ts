import type { FastifyReply, FastifyRequest } from 'fastify'
import { identityServer } from '#modules/platform/identity/index-server.ts'
import type { Viewer } from '#modules/platform/identity/index.ts'
import { Problem } from '#shared/problem.ts'
import type { App } from '../app.ts'
import { selectVersion } from './version/api-version.ts'

/** Requests of an API key per minute, counted for all processes (contract-15). */
export const keyRequestsPerMinute = 300

/** Counts a request with an API key and selects the version of its response; does nothing for other viewers. */
export async function beginKeyRequest(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  viewer: Viewer,
): Promise<void> {
  if (viewer.kind !== 'account' || viewer.apiKeyId === undefined) return
  await limitKey(app, reply, viewer.apiKeyId)
  selectVersion(request, reply)
}

/**
 * Counts a request with an API key and adds the fields of draft-ietf-httpapi-ratelimit-headers-11: the policy, and the
 * rest of the quota with the seconds until it is renewed. Throws 429 `rate-limited` with Retry-After beyond the limit.
 * Each process adds to one row of the key, and requests without a key cost nothing.
 */
async function limitKey(app: App, reply: FastifyReply, apiKeyId: string): Promise<void> {
  const { requests, secondsLeft } = await identityServer.countCall(app, { call: 'api-key', caller: apiKeyId })
  const remaining = Math.max(0, keyRequestsPerMinute - requests)
  reply.header('ratelimit-policy', `"api-key";q=${keyRequestsPerMinute};w=60`)
  reply.header('ratelimit', `"api-key";r=${remaining};t=${secondsLeft}`)
  if (requests > keyRequestsPerMinute)
    throw new Problem('rate-limit', 'rate-limited', { retryAfterSeconds: secondsLeft })
}
