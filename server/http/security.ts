import { one } from '#shared/collections.ts'
import cookie from '@fastify/cookie'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import { addressKey } from '#shared/network.ts'
import { isEmbeddedForm } from '#shared/pages/embedded-form.ts'
import { Problem } from '#shared/problem.ts'
import type { PaymentProvider } from '#modules/money/payments/index.ts'
import type { App } from '../app.ts'
import { pagePath } from '../pages/page-address.ts'

/** Whether card numbers are typed on this page, into the provider's fields. */
const isPaymentPage = (path: string): boolean =>
  path.startsWith('/v4/checkout/') ||
  isEmbeddedForm(path) ||
  path === '/v4/basket' ||
  path === '/account/cards/new' ||
  /^\/scheduled-giving\/(friday-givers\/choose-causes|daily-givers\/checkout|change|dhc|ramadan|plans\/[^/]+)$/.test(
    path,
  )
/** Whether a page may contain videos, which load from their provider when the visitor clicks play (security-5). */
const isStoryPage = (path: string): boolean => /^\/v4\/campaign\/[^/]+$/.test(path)
/**
 * Whether a page may request the visitor's location, to find fundraisers near them. The location never leaves the
 * browser (content-13).
 */
const canRequestLocation = (path: string): boolean => path === '/v4/discover'
/** Whether a page belongs to a payment, an account or a single visitor, and is never stored by browsers. */
export const isPrivate = (path: string): boolean =>
  isPaymentPage(path) ||
  /^\/(thankyou|tax-address|receipts|deeds|scheduled-giving|login|logout|signup|account|organize|unsubscribe|staff|password|dev|v4\/(signup|confirm-email|basket\/add))\b/.test(
    path,
  )
/**
 * Whether mails link to this page with a code in the URL, which must not leak to other sites (security-4).
 * `no-referrer` would also remove the Origin of its forms.
 */
const hasCodeInUrl = (path: string): boolean =>
  /^\/(login\/link|password\/new|v4\/confirm-email|organize\/join|tax-address|receipts\/[^/]+\/trail|unsubscribe\/.*|scheduled-giving\/(manage|change|authenticate|not-me|mails\/.*))$/.test(
    path,
  )

/** Whether the page shows the code of the donation form and its preview. */
const showsEmbedPreview = (path: string): boolean => /^\/organize\/(charities\/[^/]+\/embed|[^/]+\/share)$/.test(path)

function frameSources(path: string, surveyUrl: string | undefined): string {
  if (path.startsWith('/dev/mail') || showsEmbedPreview(path)) return " 'self'"
  if (path === '/deeds' && surveyUrl !== undefined) return ` ${new URL(surveyUrl).origin}`
  return isStoryPage(path) ? ' https://www.youtube-nocookie.com https://player.vimeo.com' : ''
}

/**
 * Returns the Content-Security-Policy of a page (security-4). Scripts need a nonce. A payment page may also load the
 * sources of all payment providers, because a 3-D Secure challenge may belong to one that takes no new payments.
 */
export function contentSecurityPolicy(
  path: string,
  nonce: string,
  providers: readonly Pick<PaymentProvider, 'contentSources'>[],
  {
    isDevelopment = false,
    surveyUrl,
  }: { readonly isDevelopment?: boolean; readonly surveyUrl?: string | undefined } = {},
): string {
  const sources = (kind: keyof PaymentProvider['contentSources']): string =>
    isPaymentPage(path)
      ? [...new Set(providers.flatMap(({ contentSources }) => contentSources[kind]))].map((text) => ` ${text}`).join('')
      : ''
  const pay = sources('frame')
  const frame = frameSources(path, surveyUrl)
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'${sources('script')}`,
    isDevelopment ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${sources('connect')}${isDevelopment ? ' ws:' : ''}`,
    `frame-src${pay || frame ? `${pay}${frame}` : " 'none'"}`,
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "manifest-src 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/**
 * Returns the Permissions-Policy: on a payment page the providers' frames may open wallets; nothing else is allowed
 * (security-4).
 */
export function permissionsPolicy(path: string, providers: readonly Pick<PaymentProvider, 'contentSources'>[]): string {
  const wallets = isPaymentPage(path) ? new Set(providers.flatMap(({ contentSources }) => contentSources.payment)) : []
  const payment = ['self', ...[...wallets].map((origin) => `"${origin}"`)].join(' ')
  return `payment=(${payment}), geolocation=(${canRequestLocation(path) ? 'self' : ''}), camera=(), microphone=()`
}

/** Policy of responses that aren't pages: if a browser shows one as a page, it runs and loads nothing. */
const nonPagePolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
/** Whether a route declares that it returns pages. Some of these addresses also return files, data or JSON errors. */
const isPageRoute = (config: unknown): boolean => (config as { page?: boolean }).page === true
const isHtml = (type: unknown): boolean => String(type).startsWith('text/html')

/**
 * Files, and requests from other servers. Matched by route, because another route's address may begin like one of
 * these.
 */
const unlimitedRoutes: ReadonlySet<string> = new Set([
  '/assets/*',
  '/art/:file',
  '/media/:file',
  '/livez',
  '/readyz',
  '/metrics',
  '/webhooks/payments',
])

/**
 * Registers the headers of all responses, cookies, and limits per address that are high enough for a mosque's shared
 * connection.
 */
export async function registerSecurity(fastify: FastifyInstance, app: App, isDevelopment: boolean): Promise<void> {
  await fastify.register(cookie)
  const providers = app.providers.all
  fastify.decorateRequest('cspNonce', '')
  fastify.addHook('onRequest', async (request, reply) => {
    const path = pagePath(one(request.url.split('?')))
    if (isPageRoute(request.routeOptions.config)) {
      request.cspNonce = app.newToken(18)
      reply.header(
        'content-security-policy',
        contentSecurityPolicy(path, request.cspNonce, providers, {
          isDevelopment,
          surveyUrl: app.config.DEEDS_SURVEY_URL,
        }),
      )
    } else reply.header('content-security-policy', nonPagePolicy)
    reply.header('x-content-type-options', 'nosniff')
    reply.header('referrer-policy', hasCodeInUrl(path) ? 'same-origin' : 'strict-origin-when-cross-origin')
    // Outside Chromium, Google Pay opens a window that sends its result to the page.
    reply.header('cross-origin-opener-policy', isPaymentPage(path) ? 'same-origin-allow-popups' : 'same-origin')
    reply.header('cross-origin-resource-policy', 'same-origin')
    reply.header('permissions-policy', permissionsPolicy(path, providers))
    reply.header('x-frame-options', 'DENY')
    if (app.isSecure) reply.header('strict-transport-security', 'max-age=63072000; includeSubDomains; preload')
    if (isPrivate(path)) reply.header('cache-control', 'no-store')
  })
  fastify.addHook('onSend', async (request, reply) => {
    if (request.cspNonce !== '' && !isHtml(reply.getHeader('content-type')))
      reply.header('content-security-policy', nonPagePolicy)
  })
  await fastify.register(rateLimit, {
    global: true,
    max: app.config.RATE_LIMIT_PER_MINUTE,
    timeWindow: '1 minute',
    cache: 10_000,
    keyGenerator: (request: { ip: string }) => addressKey(request.ip),
    allowList: ({ routeOptions }: { routeOptions: { url?: string } }) => unlimitedRoutes.has(routeOptions.url ?? ''),
    errorResponseBuilder: (_request: unknown, context: { ttl: number }) =>
      new Problem('rate-limit', 'rate-limited', { retryAfterSeconds: Math.ceil(context.ttl / 1000) }),
  } as never)
}
