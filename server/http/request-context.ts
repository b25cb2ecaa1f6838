import type { FastifyRequest } from 'fastify'
import type { RequestContext } from '#shared/endpoint.ts'
import { countryCodes } from '#modules/platform/addresses/rules/countries.ts'
import { type Currency, isCurrency } from '#shared/money.ts'
import { withoutPort } from '#shared/network.ts'
import { isLocale, type Locale } from '#shared/text.ts'
import type { App } from '../app.ts'
import type { Motion, Theme } from '../pages/render-context.ts'
import { accountPreferences, browserIdIn } from './viewer.ts'

/** The best-liked of our languages in an Accept-Language header; English where none is. */
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
 * The language that the address of a page names (`?lang=ar`), or that a page names in its call. The words of a mandate
 * are kept in the language in which the donor read them, and cookie and account may name another one.
 */
const pageLocale = ({ routeOptions, query, headers }: FastifyRequest): Locale | undefined => {
  const isPage = (routeOptions?.config as { page?: boolean } | undefined)?.page === true
  const lang = isPage ? ((query ?? {}) as { lang?: unknown }).lang : headers['content-language']
  return isLocale(lang) ? lang : undefined
}

/**
 * The visitor's language: that of the page, else what their account chose, else what this browser's
 * cookie says, else what the browser asks for, else English. The address sets no cookie (contract-12).
 */
export function localeOf(request: FastifyRequest): Locale {
  const chosen = pageLocale(request) ?? accountPreferences(request)?.language ?? request.cookies?.lang
  if (isLocale(chosen)) return chosen
  return preferredLocale(request.headers['accept-language'] ?? '')
}

/** Light or dark: the account's choice, else the cookie's. */
export const themeOf = (request: FastifyRequest): Theme => {
  const chosen = accountPreferences(request)?.theme ?? request.cookies.theme
  return chosen === 'light' || chosen === 'dark' ? chosen : 'auto'
}

/** Whether movement is reduced: the account's choice, else the cookie's. */
export const motionOf = (request: FastifyRequest): Motion =>
  (accountPreferences(request)?.reducedMotion ?? request.cookies.motion === 'reduced') ? 'reduced' : 'auto'

/** The currency amounts are read in: the account's choice, also the choice of none, else the cookie's. */
export const currencyOf = (request: FastifyRequest): Currency | undefined => {
  const preferredCurrency = accountPreferences(request)?.preferredCurrency
  const currency = preferredCurrency === undefined ? request.cookies.currency : preferredCurrency
  return isCurrency(currency) ? currency : undefined
}

/** The country a visitor chose in the footer; undefined: none, or one that is not in our list. */
export const chosenCountry = (request: FastifyRequest): string | undefined => {
  const country = request.cookies?.country
  return country !== undefined && countryCodes.includes(country) ? country : undefined
}

/**
 * The visitor's country: the one they chose, else by a header only a trusted proxy sets, else by the address they come
 * from, else the operator's setting.
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

/** What a handler may know of its request. The language is the account's only after `viewerOf` has read the account. */
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
})
