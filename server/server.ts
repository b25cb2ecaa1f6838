import { productNameIn } from '#shared/texts/product-name.ts'
import { dayMs } from '#shared/time.ts'
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify'
import { identityServer } from '#modules/platform/identity/index-server.ts'
import type { Viewer } from '#modules/platform/identity/index.ts'
import { basketsServer } from '#modules/money/baskets/index-server.ts'
import { flag } from '#modules/platform/flags/index.ts'
import type { ProofChallenge } from '#modules/money/payments/rules/proof-of-work.ts'
import { zakatPolicyUrl } from '#modules/causes/campaigns/rules/zakat.ts'
import { feeFor } from '#modules/money/giving/rules/fees/fee-schedules.ts'
import { feeData } from '#modules/money/giving/rules/fees/fee.ts'
import { tipPolicy } from '#modules/money/giving/rules/fees/tip-policies.ts'
import { isProblem, Problem } from '#shared/problem.ts'
import type { Locale } from '#shared/text.ts'
import type { App } from './app.ts'
import { registerArtwork } from './pages/artwork.ts'
import { registerShareImages } from './pages/share-images.ts'
import { basketViewerOf, moveBasketToAccount, isGuestBasketCall } from './http/basket-cookie.ts'
import { setResponseCookies } from './http/browser-session.ts'
import { closeAfterResponse, closingOptions } from './ops/closing.ts'
import { registerCompression } from './http/compression.ts'
import { unavailableProblem } from './database/db.ts'
import { registerEmbeds } from './embeds/embed.ts'
import { registerEmbeddedForm } from './embeds/embedded-form.ts'
import { registerExternalLogins } from './http/external-login.ts'
import { registerHealth } from './http/health.ts'
import { distinguishReaders } from './http/page-constraint.ts'
import { callRateLimiter, callerOf, callInProcess, checkOrigin, registerCalls, type RateLimiter } from './http/http.ts'
import { pathForLog } from './ops/log.ts'
import { registerMailPage } from './http/mail-page.ts'
import { registerMedia } from './http/media.ts'
import { registerMetrics } from './ops/metrics.ts'
import { registerOpenApi } from './http/openapi-page.ts'
import { httpRefusalOf, rejectBrokenRequests } from './http/reject-broken-requests.ts'
import { readInformationPage } from './pages/information-pages.ts'
import { pageViewer } from './pages/page-viewer.ts'
import { prefersHtml, sendRefusalPage } from './pages/refusal-page.ts'
import type { Refusal, RenderContext } from './pages/render-context.ts'
import {
  chosenCountry,
  countryOf,
  currencyOf,
  localeOf,
  motionOf,
  toRequestContext,
  themeOf,
} from './http/request-context.ts'
import { registerSecurity } from './http/security.ts'
import { pixelOf } from './tenants/page-pixel.ts'
import { readOpenSteps } from './setup/first-steps.ts'
import { publicOriginOf } from './tenants/find-site.ts'
import { registerTenantHosts } from './tenants/tenant-hosts.ts'
import { hasRecentPost, registerRecentPost } from './http/standby/recent-post.ts'
import { hasSecretCookie, viewerOf } from './http/viewer.ts'
import { registerSearchEngineFiles } from './pages/search-engines.ts'
import { registerApiGuide } from './pages/api-guide.ts'
import { registerVerificationScript } from './pages/verification-script.ts'
import { registerWeb } from './pages/web.ts'
import { registerWebhooks } from './http/webhooks.ts'
import { problemBody, sendProblem } from './http/wire.ts'

const bodyBytesMax = 64 * 1024

export type ServerOptions = { readonly isDevelopment: boolean; readonly withPages: boolean }

/** Creates the HTTP server: headers first, then calls, webhooks, health checks, artwork, and then all pages. */
export async function createServer(app: App, { isDevelopment, withPages }: ServerOptions): Promise<FastifyInstance> {
  const options: FastifyServerOptions = {
    ...closingOptions,
    logger: false,
    bodyLimit: bodyBytesMax,
    requestTimeout: 30_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 65_000,
    trustProxy: trustOf(app.config.TRUST_PROXY),
    genReqId: (request) =>
      /^[\w-]{8,64}$/.test(String(request.headers['x-request-id'] ?? ''))
        ? String(request.headers['x-request-id'])
        : app.newToken(12),
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    // An invalid path such as `/%zz` never reaches a route.
    frameworkErrors: (_error, request, reply) =>
      void sendProblem(reply as never, new Problem('not-found', 'not-found'), {
        path: request.url,
        locale: 'en',
        requestId: request.id,
      }),
    // Each call limits its own parameters; a provider's place id has no maximum length
    // (modules/platform/addresses/contract.ts).
    routerOptions: { maxParamLength: 2000 },
  }
  const fastify = Fastify(options)
  fastify.server.headersTimeout = 10_000
  const parseJson = fastify.getDefaultJsonParser('error', 'error')
  // Clients that always send a content type may send an empty body instead of `{}`.
  fastify.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, parsed) =>
    body === '' ? parsed(null) : parseJson(request, body as string, parsed),
  )
  rejectBrokenRequests(fastify)
  closeAfterResponse(fastify)
  fastify.addHook('onRequest', async (request, reply) => void reply.header('x-request-id', request.id))
  fastify.addHook('onResponse', async (request, reply) => {
    app.log.info(
      {
        requestId: request.id,
        method: request.method,
        path: pathForLog(request.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    )
  })
  fastify.setErrorHandler((error, request, reply) => {
    const thrown = isProblem(error) ? error : (unavailableProblem(error) ?? httpRefusalOf(error))
    if (!isProblem(thrown))
      app.log.error({ error, requestId: request.id, path: pathForLog(request.url) }, 'a request failed unexpectedly')
    const locale = localeOf(request)
    // The refusal page links to platform pages, which a charity's host doesn't have.
    if (prefersHtml(request) && !request.tenant)
      return sendRefusalPage(reply, thrown, { locale, nonce: request.cspNonce, productName: app.productName })
    return sendProblem(reply, thrown, { path: request.url, locale, requestId: request.id })
  })
  await registerSecurity(fastify, app, isDevelopment)
  registerTenantHosts(fastify, app)
  registerEmbeddedForm(fastify, app)
  registerCompression(fastify, (request) => hasSecretCookie(app, request))
  registerRecentPost(fastify, app)
  registerMetrics(fastify, app)
  registerHealth(fastify, app)
  const contactEmail = app.config.CONTACT_EMAIL
  registerApiGuide(fastify, app)
  registerOpenApi(fastify, { productName: app.productName, contactEmail, isProduction: app.isProduction })
  fastify.get('/.well-known/security.txt', async (_request, reply) =>
    reply
      .type('text/plain')
      .send(
        `Contact: mailto:${contactEmail}\nExpires: ${new Date(app.clock().getTime() + 180 * dayMs).toISOString()}\n`,
      ),
  )
  const appleFile = app.config.APPLE_PAY_DOMAIN_FILE
  if (appleFile !== undefined)
    fastify.get('/.well-known/apple-developer-merchantid-domain-association', async (_request, reply) =>
      reply.type('text/plain').send(appleFile),
    )
  const limitRate = callRateLimiter(app)
  distinguishReaders(fastify, { withPages })
  await registerCalls(fastify, app, limitRate)
  registerExternalLogins(fastify, app)
  const rejectUnknown = () => {
    throw new Problem('not-found', 'not-found')
  }
  for (const url of ['/api/*', '/v3/*']) fastify.all(url, rejectUnknown)
  fastify.setNotFoundHandler(rejectUnknown)
  await registerWebhooks(fastify, app)
  if (!app.isProduction) registerMailPage(fastify, app)
  registerEmbeds(fastify, app)
  registerMedia(fastify, app)
  registerArtwork(fastify)
  registerShareImages(fastify, app)
  registerSearchEngineFiles(fastify, app)
  registerVerificationScript(fastify)
  if (withPages)
    await registerWeb(fastify, {
      isDevelopment,
      origin: app.origin,
      pagesDomain: app.pagesDomain,
      contextOf: (request, reply, nonce) => contextOf(app, limitRate, request, reply, nonce),
      isPersonal: (request) =>
        request.headers.authorization !== undefined || hasSecretCookie(app, request) || hasRecentPost(request),
      variantOf: (request) =>
        `${localeOf(request)} ${themeOf(request)} ${motionOf(request)} ${countryOf(app, request) ?? '-'} ${currencyOf(request) ?? '-'}`,
    })
  return fastify
}

function trustOf(setting: string): NonNullable<FastifyServerOptions['trustProxy']> {
  if (setting === 'no') return false
  return /^\d+$/.test(setting) ? (_address: string, hop: number) => hop < Number(setting) : setting
}

/** Returns the message of a problem; rethrows any other error. */
function refusal(error: unknown, locale: Locale): Refusal {
  if (!isProblem(error)) throw error
  const { code, status, message, fields, more } = problemBody(error, locale)
  return {
    code,
    status,
    message,
    fields,
    ...(code === 'human-check-required' ? { proof: more.proof as ProofChallenge } : {}),
  }
}

/** Returns the data and functions of a page: calls as this visitor, and opening or ending a session. */
async function contextOf(
  app: App,
  limitRate: RateLimiter,
  request: FastifyRequest,
  reply: FastifyReply,
  nonce: string,
): Promise<RenderContext> {
  if (request.method !== 'GET' && request.method !== 'HEAD') checkOrigin(app, request, { needsJson: false })
  const viewer: Viewer = await viewerOf(app, request)
  const context = toRequestContext(app, request)
  if (viewer.kind === 'account') await moveBasketToAccount(app, request, reply, viewer)
  /** A basket that this request created, whose cookie the browser doesn't have yet. */
  let begun: Viewer | undefined
  return {
    api: (async (name: never, input: never, key?: string) => {
      const path = (name as string).replace(/^\S+ /, '')
      const caller = isGuestBasketCall(path) ? (begun ?? (await callerOf(app, request, path))) : viewer
      await limitRate(name, request, caller)
      const answered = await callInProcess(
        app,
        name,
        input,
        caller,
        key === undefined ? context : { ...context, idempotencyKey: key },
      )
      if (answered.basket) begun = await identityServer.findViewerByBearer(app, answered.basket.token)
      await setResponseCookies(app, reply, answered)
      return answered.result
    }) as RenderContext['api'],
    logIn: async (input) => {
      try {
        const session = await identityServer.logIn(app, viewer, context, input)
        await setResponseCookies(app, reply, { session })
        return { ok: true }
      } catch (error) {
        return { ok: false, refused: refusal(error, context.locale) }
      }
    },
    logOut: async () => {
      await identityServer.logOut(app, viewer)
      // The currency cookie came from the account.
      await setResponseCookies(app, reply, { session: null, cookies: { currency: null } })
    },
    refusalOf: (error) => refusal(error, context.locale),
    sentencesOf: (fields) => problemBody(new Problem('validation', 'invalid-input', { fields }), context.locale).fields,
    nonce,
    locale: context.locale,
    theme: themeOf(request),
    motion: motionOf(request),
    currency: currencyOf(request),
    country: context.country,
    chosenCountry: chosenCountry(request),
    viewer: pageViewer(viewer),
    basket: await basketsServer.findBasketSummary(
      app,
      viewer.kind === 'account' ? viewer : ((await basketViewerOf(app, request)) ?? viewer),
    ),
    productName: productNameIn(app.productName, context.locale),
    operator: {
      name: app.config.OPERATOR_NAME,
      registration: app.config.OPERATOR_REGISTRATION,
      contactEmail: app.config.CONTACT_EMAIL,
    },
    informationPage: (name) =>
      readInformationPage({ ...app.config, charitySignUp: app.charitySignUp }, name, context.locale),
    origin: app.origin,
    isTenant: request.tenant !== undefined,
    hostOrigin: request.tenant?.origin ?? app.origin,
    charityOriginOf: (subdomain) => publicOriginOf(app, subdomain),
    pixelOf: (slug) => pixelOf(app, request, reply, slug),
    isProduction: app.isProduction,
    firstSteps: () => readOpenSteps(app.config, app.database.pool),
    payments: app.providers.first.publicConfiguration,
    paymentFee: (currency, method = 'card') => feeData(feeFor(method, currency, app.feeSchedules)),
    tipPolicy: tipPolicy(context.country, app.config.TIP_POLICY),
    deedsParticipants: app.config.DEEDS_PARTICIPANTS,
    deedsSurveyUrl: app.config.DEEDS_SURVEY_URL,
    zakatVariant: (await flag(app, 'zakat-variant')) === 'default' ? 'default' : 'maximize',
    zakatPolicyUrl: zakatPolicyUrl(await flag(app, 'zakat-policy-url')),
    zakatFees: app.zakatFees,
    isZakatOnPlans: (await flag(app, 'zakat-selector-on-scheduled-giving')) === 'on',
    isZakatHomeOn: (await flag(app, 'zakat-home')) === 'on',
    charitySignUp: app.charitySignUp,
    hasPayouts: app.payouts !== 'none',
    hasTrustPage: app.hasTrustPage,
    now: app.clock,
    logError: (error, text) => app.log.error({ error, requestId: request.id }, text),
  }
}
