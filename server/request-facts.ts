import type { FastifyRequest } from 'fastify'
import type { RequestFacts } from '#shared/endpoint.ts'
import { withoutPort } from '#shared/network.ts'
import { isLocale, type Locale } from '#shared/text.ts'
import type { App } from './app.ts'
import { browserIdIn } from './viewer.ts'

/** The best-liked of our languages in an Accept-Language header; English where none is. */
export function preferredLocale(header: string): Locale {
  const asked = header
    .slice(0, 200)
    .split(',')
    .map((part) => ({ language: part.trim().slice(0, 2).toLowerCase(), weight: Number(/;\s*q=([\d.]+)/.exec(part)?.[1] ?? 1) }))
    .filter(({ language, weight }) => isLocale(language) && weight > 0)
    .sort((a, b) => b.weight - a.weight)
  return (asked[0]?.language as Locale | undefined) ?? 'en'
}

/** The visitor's language: what they chose, else what their browser asks for, else English. */
export function localeOf(request: FastifyRequest): Locale {
  const chosen = request.cookies?.lang
  if (isLocale(chosen)) return chosen
  return preferredLocale(request.headers['accept-language'] ?? '')
}

/** Their country: by a header only a trusted proxy sets, else by the address they come from, else the operator's setting. */
export function countryOf(app: App, request: FastifyRequest): string | undefined {
  const { COUNTRY_HEADER, DEFAULT_COUNTRY } = app.config
  const said = COUNTRY_HEADER ? request.headers[COUNTRY_HEADER] : undefined
  if (typeof said === 'string' && /^[A-Z]{2}$/i.test(said) && said.toUpperCase() !== 'XX') return said.toUpperCase()
  return app.countryOfAddress(withoutPort(request.ip)) ?? DEFAULT_COUNTRY
}

const header = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name]
  return typeof value === 'string' ? value : undefined
}

export const requestFacts = (app: App, request: FastifyRequest): RequestFacts => ({
  requestId: request.id,
  ip: withoutPort(request.ip),
  userAgent: (header(request, 'user-agent') ?? '').slice(0, 300),
  acceptHeader: (header(request, 'accept') ?? '').slice(0, 300),
  country: countryOf(app, request),
  locale: localeOf(request),
  idempotencyKey: header(request, 'idempotency-key'),
  sessionId: header(request, 'session-id')?.slice(0, 200),
  browserId: browserIdIn(app, request),
})
