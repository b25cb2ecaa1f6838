import type { FastifyRequest } from 'fastify'
import type { RequestContext } from '#shared/endpoint.ts'
import { countryCodes } from '#modules/platform/addresses/rules/countries.ts'
import { type Currency, isCurrency } from '#shared/money.ts'
import { withoutPort } from '#shared/network.ts'
import { isLocale, type Locale } from '#shared/text.ts'
import type { App } from '../app.ts'
import type { Motion, Theme } from '../pages/render-context.ts'
import { mayExportFromStandby, mayUseStandby } from './standby/recent-post.ts'
import { accountPreferences, browserIdIn } from './viewer.ts'

/** Returns the preferred supported language of an Accept-Language header; English if there is none. */
export function preferredLocale(header: string): Locale {
  const request = header
    .slice(0, 200)
    .split(',')
    .map((part) => ({
      language: part.trim().slice(0, 2).toLowerCase(),
      weight: Number(/;\s*q=([\d.]+)/.exec(part)?.[1] ?? 1),
    }))
    .filter(({ language, weight }) => isLocale(language) && weight > 0)
    .sort((a, b) => b.weight - a.weight)
  return (request[0]?.language as Locale | undefined) ?? 'en'
}

/**
 * Returns the language in a page's URL (`?lang=ar`), or the one that a page's call names. The text of a mandate is
 * stored in the language in which the donor read it, and the cookie or account may name another one.
 */
const pageLocale = ({ routeOptions, query, headers }: FastifyRequest): Locale | undefined => {
  const isPage = (routeOptions?.config as { page?: boolean } | undefined)?.page === true
  const lang = isPage ? ((query ?? {}) as { lang?: unknown }).lang : headers['content-language']
  return isLocale(lang) ? lang : undefined
}

/**
 * Returns the visitor's language: the page's, otherwise the account's, the cookie's or the browser's, otherwise
 * English. A language in the URL sets no cookie (contract-12).
 */
export function localeOf(request: FastifyRequest): Locale {
  const chosen = pageLocale(request) ?? accountPreferences(request)?.language ?? request.cookies?.lang
  if (isLocale(chosen)) return chosen
  return preferredLocale(request.headers['accept-language'] ?? '')
}

/** Returns the theme: the account's choice, otherwise the cookie's. */
export const themeOf = (request: FastifyRequest): Theme => {
  const chosen = accountPreferences(request)?.theme ?? request.cookies.theme
  return chosen === 'light' || chosen === 'dark' ? chosen : 'auto'
}

/** Returns whether motion is reduced: the account's choice, otherwise the cookie's. */
export const motionOf = (request: FastifyRequest): Motion =>
  (accountPreferences(request)?.reducedMotion ?? request.cookies.motion === 'reduced') ? 'reduced' : 'auto'

/** Returns the display currency: the account's choice (which may be none), otherwise the cookie's. */
export const currencyOf = (request: FastifyRequest): Currency | undefined => {
  const preferredCurrency = accountPreferences(request)?.preferredCurrency
  const currency = preferredCurrency === undefined ? request.cookies.currency : preferredCurrency
  return isCurrency(currency) ? currency : undefined
}

/** Returns the country that a visitor chose in the footer; undefined if there is none or it isn't in our list. */
export const chosenCountry = (request: FastifyRequest): string | undefined => {
  const country = request.cookies?.country
  return country !== undefined && countryCodes.includes(country) ? country : undefined
}

/**
 * Returns the visitor's country: the chosen one, otherwise the one in a trusted proxy's header, the one of the IP
 * address, or the operator's setting.
 */
export const countryOf = (app: App, request: FastifyRequest): string | undefined =>
  chosenCountry(request) ?? locatedCountry(app, request)

function locatedCountry(app: App, request: FastifyRequest): string | undefined {
  const { COUNTRY_HEADER, DEFAULT_COUNTRY } = app.config
  const text = COUNTRY_HEADER ? request.headers[COUNTRY_HEADER] : undefined
  if (typeof text === 'string' && /^[A-Z]{2}$/i.test(text) && text.toUpperCase() !== 'XX') return text.toUpperCase()
  return app.countryOfAddress(withoutPort(request.ip)) ?? DEFAULT_COUNTRY
}

const header = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name]
  return typeof value === 'string' ? value : undefined
}

/**
 * Returns the request data that handlers may use. The language is the account's only after `viewerOf` has read the
 * account.
 */
export const toRequestContext = (app: App, request: FastifyRequest): RequestContext => ({
  requestId: request.id,
  ip: withoutPort(request.ip),
  userAgent: (header(request, 'user-agent') ?? '').slice(0, 300),
  acceptHeader: (header(request, 'accept') ?? '').slice(0, 300),
  country: countryOf(app, request),
  locale: localeOf(request),
  idempotencyKey: header(request, 'idempotency-key'),
  sessionId: header(request, 'session-id')?.slice(0, 200),
  browserId: browserIdIn(app, request),
  mayUseStandby: mayUseStandby(app, request),
  mayExportFromStandby: mayExportFromStandby(app, request),
})
