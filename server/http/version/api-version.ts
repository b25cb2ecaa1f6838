import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '#shared/problem.ts'

/**
 * Versions of the calls that API keys can make, newest first (contract-16). A breaking change adds a date; the one before
 * stays for 12 months. `docs/api/` has the calls of each version.
 */
export const apiVersions = ['2026-11-30'] as const

/**
 * Adds the version of the response to a request with an API key. A program can name the version that it was written for
 * in `Sunbul-Version`; without it, it gets the oldest one. Throws 400 `api-version-unknown` for any other.
 */
export function selectVersion(request: FastifyRequest, reply: FastifyReply): void {
  const requested = request.headers['sunbul-version']
  const version = requested === undefined ? apiVersions.at(-1) : apiVersions.find((known) => known === requested)
  if (version === undefined)
    throw new Problem('validation', 'api-version-unknown', { params: { versions: apiVersions.join(', ') } })
  reply.header('sunbul-version', version)
}
